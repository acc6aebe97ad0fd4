package org.vacuumadvisor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.cli.program.ExitStatus;

class LogsCommandTest {
  /// As PostgreSQL 18.6 wrote it, with some lines left out.
  private static final String LOG =
      """
      2026-11-21 16:04:56.965 UTC [24324] LOG:  automatic vacuum of table "shop.public.lines": index scans: 136
      \tpages: 0 removed, 9877 remain, 4939 scanned (50.01% of total), 0 eagerly scanned
      \ttuples: 360000 removed, 239980 remain, 0 are dead but not yet removable
      \tremovable cutoff: 830, which was 0 XIDs old when operation ended
      \tfrozen: 0 pages from table (0.00% of total) had 0 tuples frozen
      \tavg read rate: 968.893 MB/s, avg write rate: 277.680 MB/s
      \tbuffer usage: 22733 hits, 435088 reads, 124694 dirtied
      \tsystem usage: CPU: user: 1.63 s, system: 0.63 s, elapsed: 3.50 s
      2026-11-22 16:04:56.965 UTC [24325] LOG:  automatic vacuum of table "shop.public.=odd": index scans: 0
      \tpages: 0 removed, 1 remain, 1 scanned (100.00% of total), 0 eagerly scanned
      \ttuples: 5 removed, 10 remain, 0 are dead but not yet removable
      \tmystery: 42 of "secret"
      \tsystem usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.01 s
      """;

  @TempDir private Path directory;

  @Test
  void saysWhatIsWrongAndHowMuchWasUnderstood() throws IOException {
    var run = Cli.run("logs", "-v", log());

    assertEquals("", run.error());
    assertEquals(ExitStatus.FINE, run.status());
    assertTrue(run.output().contains("Needs attention: 1 warning"), run.output());
    assertTrue(run.output().contains("1 of 2 entries read, 1 line unknown"), run.output());
    assertTrue(run.output().contains("index-passes"), run.output());
    assertTrue(run.output().contains("server.log:1"), run.output());
  }

  @Test
  void replacesNoFileThatItReads() throws IOException {
    var log = log();

    for (var other : new String[] {log, directory.resolve(".").resolve("server.log").toString()}) {
      var run = Cli.run("logs", log, "-o", other);

      assertEquals(ExitStatus.USAGE, run.status());
      assertTrue(run.error().contains("is read here"), run.error());
      assertEquals(LOG, Files.readString(Path.of(log)));
    }
  }

  @Test
  void saysWhatIsNoLog() throws IOException {
    var words = Files.writeString(directory.resolve("words.txt"), "Nothing to be seen here.\n");

    var run = Cli.run("logs", words.toString());

    assertEquals(ExitStatus.NO_INPUT, run.status());
    assertTrue(run.error().contains("no log of PostgreSQL"), run.error());
  }

  /// PostgreSQL 16: a vacuum beside a session that is idle in a transaction.
  @Test
  void judgesFiguresBesideMessagesAsAPasteDoes() throws IOException {
    var text =
        """
        shop=# VACUUM VERBOSE orders;
        INFO:  vacuuming "shop.public.orders"
        INFO:  finished vacuuming "shop.public.orders": index scans: 0
        pages: 0 removed, 1067 remain, 1067 scanned (100.00% of total)
        tuples: 0 removed, 80000 remain, 20000 are dead but not yet removable
        removable cutoff: 555, which was 2 XIDs old when operation ended
        system usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.01 s
        VACUUM
        shop=# SELECT pid, application_name, state, backend_xmin FROM pg_stat_activity;
          pid  | application_name |        state        | backend_xmin
        -------+------------------+---------------------+--------------
         26625 | reporting        | idle in transaction |          555
        (1 row)
        """;
    var file = Files.writeString(directory.resolve("transcript.txt"), text).toString();

    var read = Cli.run("logs", file);

    assertEquals(Cli.run("advise", "--paste", file).output(), read.output());
    assertTrue(read.output().contains("26625"), read.output());
  }

  @Test
  void failsOnFindingsWhereAskedTo() throws IOException {
    assertEquals(ExitStatus.FINDINGS, Cli.run("logs", "--fail-on", "warning", log()).status());
  }

  @Test
  void givesRunsAsATable() throws IOException {
    var run = Cli.run("logs", "--format", "csv", log());
    var lines = run.output().lines().toList();

    assertEquals(3, lines.size());
    assertTrue(lines.getFirst().startsWith("file,line,timestamp,"), lines.getFirst());
    assertTrue(lines.get(1).contains(",shop,public,lines,"), lines.get(1));
    assertTrue(lines.get(2).contains(",shop,public,'=odd,"), lines.get(2));
  }

  @Test
  void leavesOutOtherTablesAndTimes() throws IOException {
    var table = Cli.run("logs", "--format", "csv", "--table", "lines", log());
    var until = Cli.run("logs", "--format", "csv", "--until", "2026-11-22", log());
    var since = Cli.run("logs", "--format", "csv", "--since", "2026-11-22 16:04", log());

    assertEquals(2, table.output().lines().count());
    assertEquals(table.output(), until.output());
    assertTrue(since.output().contains("odd"));
    assertFalse(since.output().contains("lines,"));
  }

  @Test
  void givesRunsAndJudgementAsOneObject() throws IOException {
    var run = Cli.run("logs", "--format", "json", log());

    assertEquals(1, run.output().lines().count());
    assertTrue(run.output().startsWith("{\"runs\":[{\"line\":1,"), run.output());
    assertTrue(run.output().contains("\"findings\":[{\"id\":\"index-passes\""), run.output());
    assertTrue(run.output().contains("\"history\":{"), run.output());
  }

  @Test
  void givesOneObjectAFileWithoutAJudgement() throws IOException {
    var run = Cli.run("logs", "--each", "--format", "json", log(), log());

    assertEquals(2, run.output().lines().count());
    assertFalse(run.output().contains("findings"));
  }

  @Test
  void reportsUnknownLinesWithoutNamesAndNumbers() throws IOException {
    var run = Cli.run("logs", "--report-unknown", log());

    assertTrue(run.output().contains("x: 0 of \"x\""), run.output());
    assertFalse(run.output().contains("secret"), run.output());
  }

  @Test
  void writesToAFile() throws IOException {
    var file = directory.resolve("runs.csv");
    var run = Cli.run("logs", "--format", "csv", "-o", file.toString(), log());

    assertEquals(ExitStatus.FINE, run.status());
    assertEquals(3, Files.readAllLines(file).size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--since=yesterday", "--slowest=1001", "--each", "--format=xml"})
  void saysWhatIsWrongWithTheCommandLine(String option) throws IOException {
    var run = Cli.run("logs", option, log());

    assertEquals(ExitStatus.USAGE, run.status());
    assertEquals("", run.output());
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json", "csv"})
  void saysThatAFileIsMissing(String format) {
    var missing = directory.resolve("missing.log").toString();
    var run = Cli.run("logs", "--format", format, missing);

    assertEquals(ExitStatus.NO_INPUT, run.status());
    assertTrue(run.error().contains("There is no file"), run.error());
  }

  @Test
  void readsRunsOutOfAPaste() throws IOException {
    var run = Cli.run("advise", "-v", "--paste", log());

    assertTrue(run.output().contains("index-passes"), run.output());
  }

  @Test
  void addsALogToASavedSurvey() {
    var run = Cli.run("advise", "--survey", "nowhere.json", "--log", "nowhere.log");

    assertEquals(ExitStatus.NO_INPUT, run.status());
  }

  private String log() throws IOException {
    return Files.writeString(directory.resolve("server.log"), LOG).toString();
  }
}
