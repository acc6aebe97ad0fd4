package org.vacuumadvisor.report.data;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.assessment.AssessmentReport;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.RunReader;

/// Figures that no server can have, and names of any bytes: a judgement comes of every log, and
/// none says what cannot be.
class StrangeFiguresTest {
  private static final int TRIALS = 400;
  private static final Pattern NUMBER = Pattern.compile("(?<![\\w.:-])[0-9]+(?![\\w:-])");
  private static final Pattern NAME = Pattern.compile("(?<=[.\"])[a-z]\\w+(?=\")");
  private static final Pattern NEGATIVE = Pattern.compile("[ (]-[0-9][0-9,]{3,}");

  private static final List<String> NUMBERS =
      List.of(
          "-1",
          "0",
          "2147483647",
          "2147483648",
          "4294967295",
          "4294967296",
          "99999999999",
          "9007199254740993",
          "9223372036854775807",
          "9223372036854775808",
          "18446744073709551615",
          "99999999999999999999999",
          "nan",
          "-0.00",
          "1e308");

  private static final List<String> NAMES =
      List.of("\0", "a\0b", "\ud800", "\u001b[31m", "\u202e", "x".repeat(5_000), "\"", ".", "-1");

  private final Random random = new Random(20261125);

  @Test
  void judgesLogsWhateverTheirFigures() throws IOException, SourceException {
    var logs = Corpus.ofTests().cases().toList();
    for (int trial = 0; trial < TRIALS; trial++) {
      var log = logs.get(random.nextInt(logs.size()));
      var text = Files.readString(log.input(), StandardCharsets.ISO_8859_1);
      var strange = changed(changed(text, NUMBER, NUMBERS, 5), NAME, NAMES, 20);
      var report = report(strange);
      assertFalse(
          NEGATIVE.matcher(report).find(), () -> log.id() + "\n" + report.indent(2) + strange);
    }
  }

  @Test
  void leavesOutOnlyTheLineThatCannotBe() throws IOException, SourceException {
    var log =
        """
        2026-11-21 12:00:00.000 UTC [17] LOG:  automatic vacuum of table "a.b.c": index scans: 1
        \tpages: 0 removed, 9223372036854775807 remain, 3 scanned (4.00% of total)
        \ttuples: 5 removed, 6 remain, 7 are dead but not yet removable
        \tremovable cutoff: 4294967296, which was 99999999999 XIDs old when operation ended
        \tsystem usage: CPU: user: 0.08 s, system: 0.09 s, elapsed: 0.10 s
        """;
    var read =
        Corpus.read(
            List.of(
                LogSource.stream(
                    new Input(0, "log"),
                    new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)))));
    var run = read.get("runs").get(0);
    assertTrue(run.at("/pages/remain").isMissingNode(), run::toString);
    assertTrue(run.at("/removableCutoff/xid").isMissingNode(), run::toString);
    assertTrue(run.at("/tuples/deadNotRemovable").asInt() == 7, run::toString);
    assertTrue(read.at("/coverage/unknownLines").asInt() == 2, read::toString);
  }

  private static String report(String log) throws SourceException {
    var historian = new Historian(10);
    var source =
        LogSource.stream(
            new Input(0, "log"),
            new ByteArrayInputStream(log.getBytes(StandardCharsets.ISO_8859_1)));
    var result = new RunReader(ReadOptions.AUTO).read(List.of(source), historian, Progress.NONE);
    var assessment = Advisor.assessLogs(historian.history().covering(result.understanding()));
    return AssessmentReport.of(assessment, ReportOptions.standard()).toString();
  }

  private String changed(String text, Pattern what, List<String> to, int oneOf) {
    return what.matcher(text)
        .replaceAll(match ->
            random.nextInt(oneOf) == 0
                ? Matcher.quoteReplacement(to.get(random.nextInt(to.size())))
                : Matcher.quoteReplacement(match.group()));
  }
}
