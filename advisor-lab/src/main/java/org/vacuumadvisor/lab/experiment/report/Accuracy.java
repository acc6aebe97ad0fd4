package org.vacuumadvisor.lab.experiment.report;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.vacuumadvisor.lab.experiment.Foresight;
import org.vacuumadvisor.lab.experiment.Prediction;
import org.vacuumadvisor.lab.experiment.TableForesight;
import org.vacuumadvisor.lab.experiment.Trial;

/// How often the simulator was as close as it has to be, over tables and trials.
///
/// @param bar what was asked for
/// @param kept how often that was so
/// @param keptKnowingLoad how often it would have been had the load been known beforehand
/// @param of how often it could have been
public record Accuracy(String bar, long kept, long keptKnowingLoad, long of) {
  private static final double VACUUMS = 0.1;
  private static final double DEAD_ROWS = 0.2;
  private static final double HEAP = 0.15;

  /// What is a small part of little is nothing to be judged by: one vacuum, the rows that any
  /// threshold begins with, ten pages.
  private static final double ONE_VACUUM = 1;

  private static final double FEW_ROWS = 50;
  private static final double FEW_BYTES = 10 * 8192;

  /// What became of the bars of the simulator in these trials; none where nothing was foreseen.
  public static List<Accuracy> of(List<Trial> trials) {
    var foresights = trials.stream().flatMap(each -> each.foresight().stream()).toList();
    var plain = counted(foresights, Foresight::tables);
    var knowing = counted(foresights, Foresight::knowingLoad);
    return IntStream.range(0, plain.size())
        .filter(bar -> plain.get(bar).of() > 0)
        .mapToObj(bar ->
            new Accuracy(
                plain.get(bar).bar(),
                plain.get(bar).kept(),
                knowing.get(bar).kept(),
                plain.get(bar).of()))
        .toList();
  }

  private record Counted(String bar, long kept, long of) {}

  private static List<Counted> counted(
      List<Foresight> foresights, Function<Foresight, List<TableForesight>> which) {
    var tables = foresights.stream().flatMap(each -> which.apply(each).stream()).toList();
    var visited = tables.stream().filter(each -> each.vacuums().seen() > 0).toList();
    return List.of(
        counted(
            "vacuums of a table: within 10 %, or one",
            tables, each -> isClose(each.vacuums(), VACUUMS, ONE_VACUUM)),
        new Counted(
            "time of its vacuums: within a naptime, in the median",
            foresights.stream().flatMap(each -> inTime(which.apply(each), each.naptime())).count(),
            visited.size()),
        new Counted(
            "vacuums that took as long as foreseen, within a factor of 1.5 (80 %)",
            visited.stream()
                .mapToLong(each ->
                    Math.round(each.runs().alike().fraction() * (double) each.runs().seen()))
                .sum(),
            visited.stream().mapToLong(each -> each.runs().seen()).sum()),
        counted(
            "most dead rows of a table: within 20 %, or 50 rows",
            tables, each -> isClose(each.peakDead(), DEAD_ROWS, FEW_ROWS)),
        counted(
            "size of a table at the end: within 15 %, or ten pages",
            tables, each -> isClose(each.heapBytes(), HEAP, FEW_BYTES)));
  }

  private static Stream<TableForesight> inTime(List<TableForesight> tables, Duration naptime) {
    return tables.stream()
        .filter(each -> each.vacuums().seen() > 0 && each.runs().foreseen() > 0)
        .filter(each -> each.runs().off().compareTo(naptime) <= 0);
  }

  private static Counted counted(
      String bar, List<TableForesight> tables, Predicate<TableForesight> isKept) {
    return new Counted(bar, tables.stream().filter(isKept).count(), tables.size());
  }

  private static boolean isClose(Prediction figure, double share, double least) {
    return Math.abs(figure.foreseen().likely() - figure.seen())
        <= Math.max(least, share * figure.seen());
  }
}
