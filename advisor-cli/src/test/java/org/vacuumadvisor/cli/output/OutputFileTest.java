package org.vacuumadvisor.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.source.SourceException;

class OutputFileTest {
  @TempDir private Path folder;

  @Test
  void leavesAnOlderFileAsItIsWhenWritingFails() throws IOException {
    var file = Files.writeString(folder.resolve("report.txt"), "older");

    assertThrows(
        SourceException.class,
        () ->
            new OutputFile(file)
                .write(writer -> {
                  writer.write("half of it");
                  throw new IOException("No space left on device");
                }));

    assertEquals("older", Files.readString(file));
    try (var files = Files.list(folder)) {
      assertEquals(1, files.count());
    }
  }

  @Test
  void writesThroughALink() throws IOException, SourceException {
    var file = Files.writeString(folder.resolve("file"), "older");
    var link = Files.createSymbolicLink(folder.resolve("link"), file);

    new OutputFile(link).write(writer -> writer.write("newer"));

    assertTrue(Files.isSymbolicLink(link));
    assertEquals("newer", Files.readString(file));
  }

  @Test
  void writesToADevice() throws IOException, SourceException {
    var device = Path.of("/dev/null");
    assumeTrue(Files.exists(device));

    new OutputFile(device).check();
    new OutputFile(device).write(writer -> writer.write("gone"));

    assertTrue(!Files.isRegularFile(device) && Files.exists(device));
  }

  @Test
  void refusesADirectory() {
    var failure = assertThrows(SourceException.class, () -> new OutputFile(folder).check());

    assertTrue(failure.explanation().contains("it is a directory"), failure.explanation());
  }
}
