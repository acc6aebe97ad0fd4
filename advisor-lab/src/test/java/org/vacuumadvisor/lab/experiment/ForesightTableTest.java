package org.vacuumadvisor.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.vacuumadvisor.lab.experiment.ForesightRecording.Wanted;
import org.vacuumadvisor.postgres.Release;

/// Foreseen against seen, of many workloads on several releases: run by hand with
/// `-Dlab.foresight=FOLDER`; `docs/experiments/foresight.md` has what came of it. Recordings that
/// are in the folder are judged again, not made again.
@EnabledIfSystemProperty(named = ForesightTableTest.FOLDER, matches = ".+")
class ForesightTableTest {
  static final String FOLDER = "lab.foresight";

  private static final double BLOCK = 8192;
  private static final double DEAD_ROWS = 0.2;
  private static final double SIZES = 0.15;
  private static final double FEW_ROWS = 50;
  private static final double FEW_PAGES = 10;

  private final List<String> lines = new ArrayList<>();
  private final int[] kept = new int[3];
  private final int[] of = new int[3];

  @Test
  void tellsHowFarOffTheSimulatorIs() throws Exception {
    var folder = Path.of(System.getProperty(FOLDER));
    var recordings = new LinkedHashMap<Wanted, ForesightRecording>();
    for (var workload :
        list("workloads", "pgmq,river,solid-queue,pgbench-tpcb,upserts,hot-queue")) {
      for (var release : list("releases", "13,16,18")) {
        recordings.put(
            new Wanted(workload, Release.ofMajor(release)),
            new ForesightRecording(folder.resolve(workload + "-" + release)));
      }
    }
    ForesightRecording.recordAll(recordings, Integer.getInteger(FOLDER + ".at-once", 6));
    for (var each : recordings.entrySet()) {
      if (!each.getValue().isComplete()) {
        lines.add(
            "| %s | %s | not recorded |"
                .formatted(each.getKey().workload(), each.getKey().release().major()));
        continue;
      }
      for (var table : each.getValue().tables()) {
        add(each.getKey(), table);
      }
    }
    lines.add(
        "| kept | | | | | | %d of %d | %d of %d | %d of %d |"
            .formatted(kept[0], of[0], kept[1], of[1], kept[2], of[2]));
    Files.write(folder.resolve("table.md"), lines);
    assertTrue(of[0] > 0);
  }

  private static List<String> list(String name, String usual) {
    return List.of(System.getProperty(FOLDER + "." + name, usual).split(",", -1));
  }

  private void add(Wanted of, ForesightRecording.Table table) {
    lines.add(
        Stream.of(
                of.workload(),
                String.valueOf(of.release().major()),
                table.name(),
                "%.2f".formatted(table.written().seen() / table.written().foreseen()),
                both(table.vacuums(), 1),
                String.valueOf(table.off().toSeconds()),
                judged(0, table.peakDead(), 1, DEAD_ROWS, FEW_ROWS),
                judged(1, table.heap(), BLOCK, SIZES, FEW_PAGES),
                judged(2, table.indexes(), BLOCK, SIZES, FEW_PAGES))
            .reduce("|", (row, cell) -> row + " " + cell + " |"));
  }

  private String judged(
      int bar, ForesightRecording.Figure figure, double unit, double share, double least) {
    double off = Math.abs(figure.foreseen() - figure.seen()) / unit;
    boolean isKept = off <= Math.max(least, share * figure.seen() / unit);
    kept[bar] += isKept ? 1 : 0;
    of[bar]++;
    return isKept ? both(figure, unit) : "**" + both(figure, unit) + "**";
  }

  private static String both(ForesightRecording.Figure figure, double unit) {
    return String.format(
        Locale.ROOT, "%,.0f / %,.0f", figure.foreseen() / unit, figure.seen() / unit);
  }
}
