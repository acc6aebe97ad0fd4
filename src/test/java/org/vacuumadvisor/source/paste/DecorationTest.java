package org.vacuumadvisor.source.paste;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.Outcome;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.Progress;

/// What somebody put around the words of a server changes nothing of what they say.
class DecorationTest {
  private static final Path CASES =
      Path.of("../src/test/resources/org/vacuumadvisor/source/log/corpus/cases");

  static Stream<Path> reports() throws IOException {
    return Stream.of("12-seed-verbose-5.txt", "13-parallel-cleanup-psql.txt").map(CASES::resolve);
  }

  @ParameterizedTest
  @MethodSource("reports")
  void aReportSaysTheSameInAnyDecoration(Path report) throws Exception {
    var plain = Files.readString(report);
    var told = outcomes(plain);

    assertEquals(told, outcomes(each(plain, line -> line + "   -- [1] see below")), "remarks");
    assertEquals(told, outcomes(each(plain, line -> line + " <-- look")), "arrows");
    assertEquals(told, outcomes(plain.replaceAll("(\\d+) removable", "**$1** removable")), "bold");
    assertEquals(told, outcomes(plain.replaceAll("(?<=[ :])(\\d+) ", "★ $1 ")), "stars");
    assertEquals(
        told,
        outcomes(plain.replaceAll("(\\d+) dead", "<span class=\"x\">$1</span> dead")),
        "tags");
    assertEquals(told, outcomes(plain.replace("\nDETAIL", "<br/>\nDETAIL")), "breaks");
  }

  /// As a client of JetBrains shows what the server says.
  @Test
  void theTimeAndCodeThatAClientPrintsIsNoPartOfAMessage() throws Exception {
    var plain =
        "INFO:  vacuuming \"public.t\"\nINFO:  \"t\": found 5 removable, 9 nonremovable row"
            + " versions in 1 out of 1 pages\n";

    var printed = plain.replace("INFO:  ", "[2022-07-17 13:16:25] [00000] ");

    assertEquals(outcomes(plain), outcomes(printed));
    assertEquals(
        outcomes(plain), outcomes(each(printed, line -> "-- " + line)), "kept in a script");
  }

  @Test
  void aMessageThatAPageBrokeSaysTheSame() throws Exception {
    var plain =
        "INFO:  vacuuming \"public.t\"\nINFO:  \"t\": found 5 removable, 9 nonremovable row"
            + " versions in 1 out of 1 pages\n";

    assertEquals(outcomes(plain), outcomes(plain.replace("versions in", "versions\n        in")));
  }

  /// A page or an editor breaks long lines and marks where: `+++`, `>`, an arrow.
  @ParameterizedTest
  @ValueSource(strings = {"+++", "> ", "    ↪ ", ">>> ", "»"})
  void aReportWhoseLinesWereBrokenWithAMarkSaysTheSame(String mark) throws Exception {
    var plain =
        """
        [worker:812] LOG:  automatic vacuum of table "shop.public.orders": index scans: 1
           pages: 0 removed, 4425 remain, 0 skipped due to pins, 0 skipped frozen
           tuples: 5 removed, 15 remain, 7 are dead but not yet removable, oldest xmin: 739
           system usage: CPU: user: 0.12 s, system: 0.00 s, elapsed: 0.33 s
        """;

    var broken = plain.replaceAll("(of table |pins, |removable, |system: 0.00 s, )", "$1\n" + mark);

    assertEquals(7L, outcomes(plain).getFirst().tuples().deadNotRemovable());
    assertEquals(outcomes(plain), outcomes(broken));
  }

  /// A command of the shell and what it prints say what a statement and its tag say.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "$ vacuumdb --full --table=orders shop | vacuumdb: vacuuming database \"shop\" | VACUUM"
            + " FULL orders;",
        "db1:~$ vacuumdb -zf -t 'orders' shop  | vacuumdb: vacuuming database \"shop\" | VACUUM"
            + " FULL orders;",
        "vacuumdb -d shop -v -t public.orders  | vacuumdb: vacuuming database \"shop\" | VACUUM"
            + " public.orders;",
        "% pg_repack -d shop -t orders         | INFO: repacking table \"public.orders\" | VACUUM"
            + " FULL orders;"
      })
  void aCommandOfTheShellIsItsStatement(String command, String printed, String statement) {
    assertEquals(
        statement + "\nVACUUM", new Paste.Text("paste", command + "\n" + printed).content());
    assertEquals(command, new Paste.Text("paste", command).content(), "nobody knows that it ran");
  }

  /// `CST` is China's where the text shows its offset, else that of the log.
  @Test
  void takesAZoneByWhatTheTextShows() {
    var log = "2026-11-27 10:00:00.123 CST [7] LOG:  checkpoint starting: time\n";

    assertEquals(log, new Paste.Text("paste", log).content());
    assertEquals(
        log.replace("CST", "+08") + " 2026-11-27 09:12:11+08",
        new Paste.Text("paste", log + " 2026-11-27 09:12:11+08").content());
  }

  /// What is noted behind `SHOW` may be its value, or a remark.
  @ParameterizedTest
  @CsvSource({
    "SHOW autovacuum_naptime;   -- 30s (ours), autovacuum_naptime = 30s",
    "show autovacuum_vacuum_scale_factor; -- 0.2, autovacuum_vacuum_scale_factor = 0.2",
    "SHOW autovacuum_naptime;   -- 1 minute, SHOW autovacuum_naptime;   -- 1 minute"
  })
  void takesTheValueBehindItsStatement(String line, String taken) {
    assertEquals(taken, new Paste.Text("paste", line).content());
  }

  /// The comment of a statement in a row of CSV, and a prefix of a log that looks like a remark.
  @Test
  void whatOnlyLooksLikeARemarkStays() {
    var row = "4711,bob,active,\"select 1 -- foo, bar\",client backend";
    var log = "2026-11-27 10:00:00 UTC -- app LOG:  automatic vacuum of table \"a.public.jobs\": x";

    assertEquals(row, new Paste.Text("paste", row).content());
    assertEquals(log, new Paste.Text("paste", log).content());
  }

  /// A line of nothing but marks, as nobody types it.
  @ParameterizedTest
  @ValueSource(strings = {"★ ", "**a", "<span ", "a -- ", "a <-- ", "|INFO: ", "| ", " "})
  void aLineOfMarksAloneTellsNothing(String mark) throws SourceException {
    assertEquals(List.of(), outcomes(mark.repeat(200_000)));
  }

  private static String each(String text, UnaryOperator<String> change) {
    return String.join(
        "\n", text.lines().map(each -> each.isBlank() ? each : change.apply(each)).toList());
  }

  private static List<Outcome> outcomes(String text) throws SourceException {
    var outcomes = new ArrayList<Outcome>();
    RunSink sink =
        new RunSink() {
          @Override
          public void run(Run run) {
            outcomes.add(run.outcome());
          }

          @Override
          public void notice(Notice notice) {}
        };
    Documents.read(
        List.of(new Paste.Text("paste", text)), List.of(), new Historian(9), sink, Progress.NONE);
    return outcomes;
  }
}
