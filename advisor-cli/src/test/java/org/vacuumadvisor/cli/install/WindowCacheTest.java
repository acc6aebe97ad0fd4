package org.vacuumadvisor.cli.install;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.cli.install.GuiCommand.WindowCache;

/// When the window's cache may be used, and that a start without one leaves nothing behind.
final class WindowCacheTest {
  private static final Instant BUILT = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir Path directory;

  @BeforeEach
  void build() throws IOException {
    Files.createDirectory(directory.resolve("lib"));
    Files.createDirectory(directory.resolve("jdk"));
    write("window.jar", 0);
    write("lib/engine.jar", 0);
    write("jdk/release", 0);
  }

  @Test
  void isFreshWhenYoungerThanAllItIsMadeOf() throws IOException {
    writeCache(1);
    assertTrue(cache().isFresh());
  }

  @Test
  void isStaleWhenMissing() {
    assertFalse(cache().isFresh());
  }

  @Test
  void isStaleWhenALibraryIsBuiltAfterIt() throws IOException {
    writeCache(1);
    write("lib/engine.jar", 2);
    assertFalse(cache().isFresh());
  }

  @Test
  void isStaleWhenTheJavaIsReplaced() throws IOException {
    writeCache(1);
    write("jdk/release", 2);
    assertFalse(cache().isFresh());
  }

  /// A JVM fails with the cache of another place, or does without it.
  @Test
  void isNotThatOfACopy() throws IOException {
    writeCache(1);
    var copy = Files.createDirectory(directory.resolve("copy"));
    Files.createDirectory(copy.resolve("lib"));
    Files.copy(directory.resolve("window.jar"), copy.resolve("window.jar"));
    Files.copy(cache().file(), copy.resolve(cache().file().getFileName()));

    assertFalse(new WindowCache(copy.resolve("window.jar"), directory.resolve("jdk")).isFresh());
  }

  @Test
  void makesNoneOfAWindowThatDidNotOpen() throws Exception {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var noJar = directory.resolve("none.jar").toString();
    assertEquals(1, cache().run(List.of(java, "-Xlog:disable", "-jar", noJar)));
    try (var left = Files.list(directory)) {
      assertEquals(List.of("jdk", "lib", "window.jar"), names(left.sorted().toList()));
    }
  }

  private WindowCache cache() {
    return new WindowCache(directory.resolve("window.jar"), directory.resolve("jdk"));
  }

  private void writeCache(long minutes) throws IOException {
    write(cache().file().getFileName().toString(), minutes);
  }

  private void write(String name, long minutes) throws IOException {
    var file = Files.writeString(directory.resolve(name), name);
    Files.setLastModifiedTime(file, FileTime.from(BUILT.plusSeconds(60 * minutes)));
  }

  private static List<String> names(List<Path> files) {
    return files.stream().map(each -> each.getFileName().toString()).toList();
  }
}
