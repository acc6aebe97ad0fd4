package org.vacuumadvisor.source.saved;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinksTest {
  @TempDir private Path directory;

  @Test
  void leadToWhereThereIsNoFileYet() throws Exception {
    Files.createDirectory(directory.resolve("reports"));
    var last =
        Files.createSymbolicLink(directory.resolve("last.json"), Path.of("reports/today.json"));
    var link = Files.createSymbolicLink(directory.resolve("link"), last);

    assertEquals(directory.resolve("reports/today.json").toAbsolutePath(), Links.followed(link));
  }

  @Test
  void leaveAFileAsItIs() throws Exception {
    var file = directory.resolve("report.json");

    assertEquals(file.toAbsolutePath(), Links.followed(file));
  }

  @Test
  void refuseACircle() throws Exception {
    var one = directory.resolve("one");
    Files.createSymbolicLink(one, directory.resolve("other"));
    Files.createSymbolicLink(directory.resolve("other"), one);

    assertThrows(IOException.class, () -> Links.followed(one));
  }
}
