package org.vacuumadvisor.source.log.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.model.run.Input;
import org.vacuumadvisor.model.run.Notice;
import org.vacuumadvisor.model.run.Run;
import org.vacuumadvisor.model.run.RunSink;
import org.vacuumadvisor.model.run.Trait;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.ReadOptions;

/// An export that gives every line the time of its message, as CloudWatch does, and not their
/// order.
class ShuffledLinesTest {
  private final List<Run> runs = new ArrayList<>();

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
  void makesNoRunOfTheLinesOfTwo() throws SourceException {
    for (int seed = 0; seed < 50; seed++) {
      runs.clear();
      var lines = new ArrayList<>(lines(0, 0));
      lines.addAll(lines(0, 1));
      Collections.shuffle(lines, new Random(seed));
      var text = new StringBuilder();
      append(text, 0, lines);

      var result = read(text);

      assertTrue(runs.stream().noneMatch(run -> run.is(Trait.COMPLETE)), "seed " + seed);
      assertTrue(
          runs.stream().allMatch(run -> run.outcome().tuples().removed() == null), "seed " + seed);
      assertEquals(16, result.understanding().unknownLines(), "seed " + seed);
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
              public void notice(Notice notice) {}
            },
            Progress.NONE);
  }
}
