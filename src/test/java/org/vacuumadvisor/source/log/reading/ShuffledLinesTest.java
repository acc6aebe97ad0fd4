package org.vacuumadvisor.source.log.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.ReadOptions;

/// Exports that do not keep the order of lines. CloudWatch gives every line the time of its
/// message.
class ShuffledLinesTest {
  private final List<Run> runs = new ArrayList<>();
  private long leftOut;

  @Test
  void putsTheLinesOfOneMessageRight() throws SourceException {
    for (int seed = 0; seed < 20; seed++) {
      runs.clear();
      var text = new StringBuilder();
      for (int each = 0; each < 6; each++) {
        var lines = new ArrayList<>(lines(each, each));
        lines.add(each + 1, "2026-11-20 10:00:00.000 UTC [77] LOG:  checkpoint starting: time");
        Collections.shuffle(lines, new Random(seed));
        append(text, each, lines);
      }

      var result = read(text);

      assertEquals(6, runs.size(), "seed " + seed);
      for (int each = 0; each < 6; each++) {
        isRun(each, runs.get(each));
      }
      assertEquals(0, result.understanding().unknownLines());
    }
  }

  @Test
  void aForkMayWriteOneLineMore() throws SourceException {
    var lines = new ArrayList<>(lines(0, 0));
    int tuples =
        IntStream.range(0, lines.size())
            .filter(at -> lines.get(at).contains("tuples: "))
            .findFirst()
            .orElseThrow();
    lines.add(tuples + 1, "\ttuples: 0 removed by snapshotcsn, Number Snapcsn Segments: 0");
    var text = new StringBuilder();
    append(text, 0, lines);

    read(text);

    assertEquals(1, runs.size());
    isRun(0, runs.getFirst());
    assertEquals(0, leftOut);
  }

  /// Somebody chose lines by what is in them, so that the first of a report is missing.
  @Test
  void readsReportsOfWhichSomebodyChoseLines() throws SourceException {
    var text = new StringBuilder();
    for (int each = 0; each < 3; each++) {
      boolean isWhole = each == 0;
      append(
          text,
          each,
          lines(each, each).stream().filter(line -> isWhole || !line.contains("pages: ")).toList());
    }

    read(text);

    assertEquals(3, runs.size());
    assertEquals(0, leftOut);
    for (int each = 1; each < 3; each++) {
      assertNotNull(runs.get(each).outcome().tuples().removed());
    }
  }

  @Test
  void makesNoRunOfTheLinesOfTwo() throws SourceException {
    for (int seed = 0; seed < 50; seed++) {
      runs.clear();
      leftOut = 0;
      var lines = new ArrayList<>(lines(0, 0));
      lines.addAll(lines(0, 1));
      Collections.shuffle(lines, new Random(seed));
      var text = new StringBuilder();
      append(text, 0, lines);

      var _ = read(text);

      assertTrue(runs.stream().noneMatch(run -> run.is(Trait.COMPLETE)), "seed " + seed);
      for (var run : runs) {
        assertTrue(
            run.outcome().tuples().removed() == null || run.heading().name().table() == null,
            "seed " + seed);
      }
      assertTrue(leftOut > 0, "seed " + seed);
    }
  }

  @Test
  void leavesReportsOfOneMomentThatAreInOrderAsTheyAre() throws SourceException {
    var lines = new ArrayList<>(lines(0, 0));
    lines.addAll(lines(0, 1));
    var text = new StringBuilder();
    append(text, 0, lines);

    var result = read(text);

    assertEquals(2, runs.size());
    isRun(0, runs.get(0));
    isRun(1, runs.get(1));
    assertEquals(0, result.understanding().unknownLines());
  }

  /// A wrapper that knows seconds gives many reports one time.
  @Test
  void leavesManyReportsOfOneMomentAsTheyAre() throws SourceException {
    var lines = new ArrayList<String>();
    for (int each = 0; each < 60; each++) {
      lines.addAll(lines(0, each));
    }
    var text = new StringBuilder();
    append(text, 0, lines);

    var result = read(text);

    assertEquals(60, runs.size());
    assertTrue(runs.stream().allMatch(run -> run.is(Trait.COMPLETE)));
    assertEquals(0, result.understanding().unknownLines());
  }

  /// Up to 13 the lines stood in another order (`heap_vacuum_rel()`).
  @Test
  void leavesReportsOfOlderReleasesAsTheyAre() throws SourceException {
    var lines = new ArrayList<String>();
    for (int each = 0; each < 2; each++) {
      lines.addAll(
          List.of(
              "2026-11-20 10:00:00.000 UTC [400%d] LOG:  automatic vacuum of table \"shop.public.t%d\": index scans: 0"
                  .formatted(each, each),
              "\tpages: 0 removed, 100 remain, 0 skipped due to pins, 0 skipped frozen",
              "\ttuples: 300 removed, 5000 remain, 0 are dead but not yet removable, oldest xmin:"
                  + " 700",
              "\tbuffer usage: 300 hits, 20 misses, 10 dirtied",
              "\tavg read rate: 1.000 MB/s, avg write rate: 0.500 MB/s",
              "\tsystem usage: CPU: user: 0.01 s, system: 0.00 s, elapsed: 0.25 s",
              "\tWAL usage: 30 records, 2 full page images, 9000 bytes"));
    }
    var text = new StringBuilder();
    append(text, 0, lines);

    var result = read(text);

    assertEquals(2, runs.size());
    assertTrue(runs.stream().allMatch(run -> run.is(Trait.COMPLETE)));
    assertEquals(0, result.understanding().unknownLines());
  }

  /// `write_syslog()` numbers the messages of a process and the lines of a message.
  @Test
  void putsLinesOfSyslogRightByTheirNumbers() throws SourceException {
    var lines = new ArrayList<String>();
    for (int each = 0; each < 40; each++) {
      int piece = 0;
      for (var line : lines(each % 60, each % 10)) {
        piece++;
        lines.add(
            "Nov 20 10:00:%02d db1 postgres[400%d]: [%d-%d] %s"
                .formatted(each, each % 10, each / 10 + 1, piece, line.replace("\t", "#011")));
      }
    }
    for (int seed = 0; seed < 20; seed++) {
      runs.clear();
      var result = read(text(shuffled(lines, 200, seed)));

      assertEquals(40, runs.size(), "seed " + seed);
      for (var run : runs) {
        isRun(number(run), run);
      }
      assertEquals(0, result.understanding().unknownLines());
    }
  }

  /// Docker writes down when each line came, in nanoseconds.
  @Test
  void putsLinesRightByTheTimesOfTheirWrapper() throws SourceException {
    var lines = new ArrayList<String>();
    for (int each = 0; each < 40; each++) {
      for (var line : lines(each % 60, each % 10)) {
        lines.add(
            "{\"log\": \"%s\\n\", \"time\": \"2026-11-20T10:00:%02d.%09dZ\"}"
                .formatted(line.replace("\t", "\\t").replace("\"", "\\\""), each, lines.size()));
      }
    }
    for (int seed = 0; seed < 20; seed++) {
      runs.clear();
      var _ = read(text(shuffled(lines, 300, seed)));

      assertEquals(40, runs.size(), "seed " + seed);
      for (var run : runs) {
        isRun(number(run), run);
      }
    }
  }

  /// A VACUUM (VERBOSE) of 14 and before comes as several messages: `%l` tells their order.
  @Test
  void putsMessagesRightByTheirPlaceInTheSession() throws SourceException {
    var messages = new ArrayList<String>();
    for (int each = 0; each < 30; each++) {
      var stamp =
          "2026-11-20 10:%02d:00 UTC [%d]: [%%d-1] user=u,db=d,app=a,client=h "
              .formatted(each, 4000 + each % 5);
      int line = each / 5 * 4;
      messages.add(stamp.formatted(line + 1) + "INFO:  vacuuming \"public.t%d\"".formatted(each));
      messages.add(
          stamp.formatted(line + 2)
              + "INFO:  \"t%d\": removed %d row versions in 3 pages".formatted(each, 300 + each));
      messages.add(
          stamp.formatted(line + 3)
              + ("INFO:  \"t%d\": found %d removable, 5000 nonremovable row versions in 50 out of"
                      + " 50 pages\n")
                  .formatted(each, 300 + each)
              + stamp.formatted(line + 4)
              + "DETAIL:  0 dead row versions cannot be removed yet, oldest xmin: 700\n"
              + "\tThere were 0 unused item identifiers.");
    }
    var _ = read(text(messages));
    var expected = facts();
    assertEquals(30, expected.size());
    for (int seed = 0; seed < 20; seed++) {
      runs.clear();
      var _ = read(text(shuffled(messages, 12, seed)));

      assertEquals(expected, facts(), "seed " + seed);
    }
  }

  private List<String> facts() {
    return runs.stream()
        .map(
            run -> "%s %s %s".formatted(run.heading().name(), run.heading().stamp(), run.outcome()))
        .sorted()
        .toList();
  }

  /// Lines that begin with a tab say neither when they were written nor by whom.
  @Test
  void givesNoReportTheFiguresOfAnother() throws SourceException {
    var lines = new ArrayList<String>();
    for (int each = 0; each < 10; each++) {
      lines.addAll(lines(each, each));
    }
    for (int seed = 0; seed < 50; seed++) {
      runs.clear();
      leftOut = 0;
      var _ = read(text(shuffled(lines, 20, seed)));

      for (var run : runs) {
        assertTrue(
            run.outcome().tuples().removed() == null || run.heading().name().table() == null,
            "seed " + seed);
      }
      assertTrue(leftOut > 0, "seed " + seed);
    }
  }

  /// A record of csvlog ends where the next one begins, though its closing quote came elsewhere.
  @Test
  void losesNoReportOfACsvLogWhoseLinesAreMixed() throws SourceException {
    var lines = new ArrayList<String>();
    for (int each = 0; each < 20; each++) {
      var report = lines(each, each);
      var heading = report.getFirst();
      lines.add(
          "2026-11-20 10:%02d:00.000 UTC,,,%d,,655f1a2b.fa1,%d,,2026-11-20 09:00:00 UTC,3/1,0,LOG,00000,\"%s"
              .formatted(
                  each,
                  4000 + each,
                  each + 1,
                  heading.substring(heading.indexOf("automatic")).replace("\"", "\"\"")));
      report.subList(1, report.size() - 1).forEach(line -> lines.add(line.strip()));
      lines.add(report.getLast().strip() + "\",,,,,,,,,\"\",\"autovacuum worker\",,0");
    }
    for (int seed = 0; seed < 20; seed++) {
      runs.clear();
      leftOut = 0;

      var result = read(text(shuffled(lines, 5, seed)));

      assertTrue(result.understanding().entries() >= 20, "seed " + seed);
      long whole = runs.stream().filter(run -> run.is(Trait.COMPLETE)).count();
      assertTrue(whole + leftOut >= 20, whole + " whole, " + leftOut + " told, seed " + seed);
      for (var run : runs) {
        var removed = run.outcome().tuples().removed();
        assertTrue(
            removed == null || run.heading().name().table() == null || removed == 300 + number(run),
            "seed " + seed);
      }
    }
  }

  /// The context of an error ends its record, and reads like the heading of a report.
  @Test
  void takesNoContextOfACsvLogForAReport() throws SourceException {
    var error =
        "2026-11-20 10:00:00.000 UTC,,,18105,,6b01819f.46b9,1,,2026-11-20 09:00:00"
            + " UTC,3/130,0,ERROR,57014,\"canceling autovacuum task\",,,,,\"while vacuuming block 0"
            + " of relation \"\"sales.cards\"\"";
    var checkpoint =
        "2026-11-20 10:00:01.000 UTC,,,77,,655f1a2b.fa1,1,,2026-11-20 09:00:00 UTC,,0,LOG,00000,"
            + "\"checkpoint starting: time\",,,,,,,,,\"\",\"checkpointer\",,0";
    var context =
        "automatic vacuum of table \"\"shop.sales.cards\"\"\",,,,\"\",\"autovacuum worker\",,0";

    var _ = read(text(List.of(error, checkpoint, context, checkpoint)));

    assertEquals(List.of(), runs);
  }

  /// Moves each text by so many places at most.
  private static List<String> shuffled(List<String> texts, int places, int seed) {
    var random = new Random(seed);
    var keys = new double[texts.size()];
    for (int each = 0; each < keys.length; each++) {
      keys[each] = each + random.nextDouble(places);
    }
    return IntStream.range(0, keys.length)
        .boxed()
        .sorted(Comparator.comparingDouble(each -> keys[each]))
        .map(texts::get)
        .toList();
  }

  private static StringBuilder text(List<String> lines) {
    return new StringBuilder(String.join("\n", lines)).append('\n');
  }

  /// The number that the table is named by.
  private static int number(Run run) {
    return Integer.parseInt(String.valueOf(run.heading().name().table()).substring(1));
  }

  private static void isRun(int number, Run run) {
    assertEquals("t" + number, run.heading().name().table());
    assertEquals(Long.valueOf(100 + number), run.outcome().pages().remain());
    assertEquals(Long.valueOf(300 + number), run.outcome().tuples().removed());
    assertTrue(run.is(Trait.COMPLETE));
  }

  private static void append(StringBuilder text, int second, List<String> lines) {
    for (var line : lines) {
      text.append("2026-11-20T10:00:%02d.000Z ".formatted(second)).append(line).append('\n');
    }
  }

  private static List<String> lines(int second, int number) {
    return List.of(
        "2026-11-20 10:00:%02d.000 UTC [400%d] LOG:  automatic vacuum of table \"shop.public.t%d\": index scans: 0"
            .formatted(second, number, number),
        "\tpages: 0 removed, %d remain, %d scanned (100.00%% of total)"
            .formatted(100 + number, 100 + number),
        "\ttuples: %d removed, 5000 remain, %d are dead but not yet removable"
            .formatted(300 + number, number),
        "\tremovable cutoff: %d, which was 3 XIDs old when operation ended"
            .formatted(7000 + number),
        "\tindex scan not needed: 0 pages from table (0.00% of total) had 0 dead item identifiers"
            + " removed",
        "\tavg read rate: 1.000 MB/s, avg write rate: 0.500 MB/s",
        "\tbuffer usage: 300 hits, 20 misses, 10 dirtied",
        "\tWAL usage: 30 records, 2 full page images, 9000 bytes",
        "\tsystem usage: CPU: user: 0.01 s, system: 0.00 s, elapsed: 0.25 s");
  }

  private Result read(StringBuilder text) throws SourceException {
    var bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    return new RunReader(ReadOptions.AUTO)
        .read(
            List.of(LogSource.stream(new Input(0, "export"), new ByteArrayInputStream(bytes))),
            new RunSink() {
              @Override
              public void run(Run run) {
                runs.add(run);
              }

              @Override
              public void notice(Notice notice) {
                var reports = notice.text();
                if (notice.kind() == NoticeKind.LINES_OUT_OF_ORDER && reports != null) {
                  leftOut = Long.parseLong(reports);
                }
              }
            },
            Progress.NONE);
  }
}
