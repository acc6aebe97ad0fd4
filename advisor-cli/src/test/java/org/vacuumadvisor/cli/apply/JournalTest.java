package org.vacuumadvisor.cli.apply;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.verify.AppliedChanges;
import org.vacuumadvisor.verify.JournalLine;
import org.vacuumadvisor.verify.JournalLine.Attempt;
import org.vacuumadvisor.verify.PlannedChange.Target;

class JournalTest {
  @TempDir private Path folder;

  /// While a run asks its user, the file is there and empty. Taken away by whoever verifies, it
  /// would be written to without a name.
  @Test
  void isOnlyReadWhileARunHasItOpen() throws Exception {
    var plan = folder.resolve("plan.json");
    var file = AppliedChanges.journalOf(plan);
    try (var run = Journal.open(file)) {
      assertEquals(Map.of(), AppliedChanges.read(AppliedChanges.journalOf(plan)).madeAt());
      run.add(opened("print"));
    }

    assertTrue(Files.exists(file));
    assertEquals(1, Files.readAllLines(file).size());
  }

  @Test
  void leavesNoFileOfARunThatBeganNothing() throws Exception {
    var file = AppliedChanges.journalOf(folder.resolve("plan.json"));
    Journal.open(file).close();

    assertTrue(Files.notExists(file));
  }

  /// Statements name tables, and what they set.
  @Test
  void isItsOwnersAlone() throws Exception {
    var file = AppliedChanges.journalOf(folder.resolve("plan.json"));
    try (var run = Journal.open(file)) {
      run.add(opened("print"));

      assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }
  }

  /// As a full disk cuts it: within a character of the table's name.
  @Test
  void isReadAgainAfterALineWasCutOffWithinACharacter() throws Exception {
    var plan = folder.resolve("plan.json");
    var file = AppliedChanges.journalOf(plan);
    try (var run = Journal.open(file)) {
      run.add(opened("é"));
    }
    var whole = Files.readAllBytes(file);
    int within = new String(whole, StandardCharsets.UTF_8).indexOf('é') + 1;
    Files.write(file, Arrays.copyOf(whole, within), StandardOpenOption.APPEND);

    assertEquals(Map.of(), AppliedChanges.read(AppliedChanges.journalOf(plan)).madeAt());
    try (var run = Journal.open(file)) {
      var attempt = new Attempt(1, Target.SERVER, List.of(), "", JournalLine.Result.DIFFERS, null);
      run.add(new JournalLine(JournalLine.Event.OUTCOME, Instant.EPOCH, null, attempt));
    }
    try (var run = Journal.open(file)) {
      assertEquals("é", run.known().begun().orElseThrow().plan());
      assertTrue(run.known().state(1).left());
    }
  }

  private static JournalLine opened(String plan) {
    return new JournalLine(
        JournalLine.Event.OPENED, Instant.EPOCH, new JournalLine.Begun(plan, "system", null), null);
  }
}
