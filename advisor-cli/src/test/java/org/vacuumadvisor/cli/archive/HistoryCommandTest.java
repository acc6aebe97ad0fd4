package org.vacuumadvisor.cli.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.cli.Cli;
import org.vacuumadvisor.cli.program.ExitStatus;

class HistoryCommandTest {
  private static final String LOG =
      """
      2026-11-20 10:00:00.000 UTC [4000] LOG:  automatic vacuum of table "shop.public.orders": index scans: 0
      \tpages: 0 removed, 100 remain, 100 scanned (100.00% of total)
      \ttuples: 10 removed, 5000 remain, 700 are dead but not yet removable
      \tremovable cutoff: 7000, which was 3 XIDs old when operation ended
      \tsystem usage: CPU: user: 0.01 s, system: 0.00 s, elapsed: 0.25 s
      """;

  @TempDir private Path folder;

  @Test
  void tellsOfLogsAloneWhatTheyShow() throws IOException {
    var run = history("--at", "2026-11-20 12:00", "--table", "orders");

    assertEquals(ExitStatus.FINE, run.status(), run.error());
    assertTrue(run.output().contains("As of 2026-11-20 12:00:00 UTC"), run.output());
    assertTrue(run.output().contains("what is told is what logs show"), run.output());
    assertTrue(run.output().contains("hour. 0 %"), run.output());
    assertTrue(run.output().contains("1,400"), run.output());
  }

  @Test
  void refusesATableThatNobodySaw() throws IOException {
    var run = history("--at", "2026-11-20 12:00", "--table", "order");

    assertEquals(ExitStatus.NO_INPUT, run.status());
    assertTrue(run.error().contains("has nothing of table order"), run.error());
  }

  @Test
  void refusesATimeOfWhichNothingIsKnown() throws IOException {
    var run = history("--at", "2025-01-01 00:00");

    assertEquals(ExitStatus.NO_INPUT, run.status(), run.output());
    assertTrue(run.error().contains("holds nothing of the 7 days before 2025"), run.error());
  }

  @Test
  void refusesATimeThatIsNone() throws IOException {
    assertEquals(ExitStatus.USAGE, history("--at", "someday").status());
  }

  @Test
  void writesAPage() throws IOException {
    var page = folder.resolve("night.html");

    assertEquals(
        ExitStatus.FINE, history("--at", "2026-11-20 12:00", "-o", page.toString()).status());
    assertTrue(Files.readString(page).contains("orders"));
  }

  @Test
  void ranksClustersThatAreKnownFromLogs() throws IOException {
    ingest();
    var run = Cli.run("fleet", "--archive", archive(), "--at", "2026-11-20 12:00");

    assertEquals(ExitStatus.FINE, run.status(), run.error());
    var logs = Cli.run("logs", folder.resolve("a.log").toString());
    assertTrue(run.output().contains("nothing wrong shown (by its logs)"), run.output());
    assertTrue(logs.output().contains("Nothing wrong in what was shown"), logs.output());
  }

  @Test
  void givesJsonByTheNameOfTheFile() throws IOException {
    var file = folder.resolve("night.json");
    var run = history("--at", "2026-11-20 12:00", "-o", file.toString());

    assertEquals(ExitStatus.FINE, run.status(), run.error());
    assertTrue(Files.readString(file).contains("\"judgedBy\":\"logs\""), Files.readString(file));
  }

  @Test
  void tellsByTheExitStatusWhatWasWrong() throws IOException {
    assertEquals(
        ExitStatus.FINDINGS, history("--at", "2026-11-20 12:00", "--fail-on", "info").status());
    assertEquals(
        ExitStatus.FINDINGS,
        Cli.run(
                "fleet",
                "--archive",
                archive(),
                "--at",
                "2026-11-20 12:00",
                "--fail-on",
                "info",
                "--format",
                "json")
            .status());
  }

  @Test
  void givesOneLineForAMonitoringSystem() throws IOException {
    ingest();
    var run =
        Cli.run("fleet", "--archive", archive(), "--at", "2026-11-20 12:00", "--format", "check");

    assertTrue(run.output().startsWith("VACUUM "), run.output());
    assertEquals(1, run.output().lines().count(), run.output());
  }

  @Test
  void isUnknownToAMonitoringSystemWhereNothingButItsAgeIsWrong() throws IOException {
    ingest();
    var run =
        Cli.run("fleet", "--archive", archive(), "--at", "2026-11-22 12:00", "--format", "check");

    assertEquals(ExitStatus.NO_INPUT, run.status(), run.error());
    assertTrue(run.output().startsWith("VACUUM UNKNOWN - 1 cluster: 1 not seen lately."));
    assertTrue(run.output().strip().endsWith("not_judged=0 failed=0 stale=1"), run.output());
  }

  @Test
  void saysWhereThereIsNoArchive() {
    var run = Cli.run("history", "--archive", folder.resolve("none").toString());

    assertEquals(ExitStatus.NO_INPUT, run.status());
    assertTrue(run.error().contains("There is no archive"), run.error());
  }

  private Cli history(String... arguments) throws IOException {
    ingest();
    var all = new String[arguments.length + 3];
    all[0] = "history";
    all[1] = "--archive";
    all[2] = archive();
    System.arraycopy(arguments, 0, all, 3, arguments.length);
    return Cli.run(all);
  }

  private void ingest() throws IOException {
    var log = Files.writeString(folder.resolve("a.log"), LOG);
    Files.setLastModifiedTime(log, FileTime.from(Instant.parse("2026-11-20T11:00:00Z")));
    assertEquals(
        ExitStatus.FINE, Cli.run("ingest", log.toString(), "--archive", archive()).status());
  }

  private String archive() {
    return folder.resolve("archive").toString();
  }
}
