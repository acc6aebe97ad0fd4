package org.vacuumadvisor.cli.apply;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  @TempDir private Path folder;

  /// While a run asks its user, the file is there and empty. Taken away by whoever verifies, it
  /// would be written to without a name.
  @Test
  void isOnlyReadWhileARunHasItOpen() throws Exception {
    var plan = folder.resolve("plan.json");
    var file = Journal.beside(plan);
    try (var run = Journal.open(file)) {
      assertEquals(Map.of(), Journal.madeAt(plan));
      run.add(JournalLine.opened(Instant.EPOCH, "print", "system", null));
    }

    assertTrue(Files.exists(file));
    assertEquals(1, Files.readAllLines(file).size());
  }

  @Test
  void leavesNoFileOfARunThatBeganNothing() throws Exception {
    var file = Journal.beside(folder.resolve("plan.json"));
    Journal.open(file).close();

    assertTrue(Files.notExists(file));
  }

  /// Statements name tables, and what they set.
  @Test
  void isItsOwnersAlone() throws Exception {
    var file = Journal.beside(folder.resolve("plan.json"));
    try (var run = Journal.open(file)) {
      run.add(JournalLine.opened(Instant.EPOCH, "print", "system", null));

      assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }
  }
}
