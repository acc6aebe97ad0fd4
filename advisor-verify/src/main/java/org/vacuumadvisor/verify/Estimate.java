package org.vacuumadvisor.verify;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.vacuumadvisor.unit.Quantities;

/// How much a figure changed, and how much of that can be chance.
///
/// @param before the figure
/// @param after the figure
/// @param change natural logarithm of after over before, less what untouched tables changed
/// @param doubt its standard error
/// @param seen how many vacuums, runs or looks it rests on, of the side with fewer
/// @param controls how many untouched tables it is held against; none where they tell too little
/// @param drift what these changed in the median, as a logarithm; 0 without any
public record Estimate(
    double before,
    double after,
    double change,
    double doubt,
    double seen,
    int controls,
    double drift) {
  /// With fewer the spread within them says nothing, and what is known of the figure has to do.
  private static final int FEW = 6;

  /// Half a visit is not seen at the ends of a time.
  private static final double MISSED = 0.5;

  /// How much one cycle of a steady load differs from the next, squared.
  private static final double CYCLE = 0.09;

  /// What shares of long times differ by, squared.
  private static final double SHARE = 0.04;

  /// So many untouched tables tell what happened to all.
  private static final int LEAST_CONTROLS = 3;

  /// A median is that much less certain than a mean.
  private static final double OF_MEDIAN = 1.25;

  private static final double TO_DEVIATION = 1.4826;

  /// Nobody can wait until less than that is seen.
  private static final double LEAST_WAY = Math.log(1.02);

  /// Of one table by itself; empty where a side shows nothing. What ended while autovacuum did not
  /// come is the least that the figure can be: from less before no rise follows, and from less
  /// after no fall.
  ///
  /// @param cycle how many blocks one round of autovacuum takes: blocks within it are no
  ///   independent witnesses
  static Optional<Estimate> of(
      Seen seen, List<Seen.Block> before, List<Seen.Block> after, double cycle) {
    double then = level(seen, sum(before, Seen.Block::over), sum(before, Seen.Block::under));
    double now = level(seen, sum(after, Seen.Block::over), sum(after, Seen.Block::under));
    if (!(then > 0 && now > 0 && Double.isFinite(then + now))
        || isBound(seen, now > then ? before : after)) {
      return Optional.empty();
    }
    double doubt = Math.sqrt(variance(seen, before, cycle) + variance(seen, after, cycle));
    double least = Math.min(count(seen, before), count(seen, after));
    return Optional.of(new Estimate(then, now, Math.log(now / then), doubt, least, 0, 0));
  }

  /// The same held against tables that nobody touched, of which those count that tell about as
  /// much.
  Estimate against(List<Estimate> untouched) {
    var drifts =
        untouched.stream()
            .filter(each -> each.doubt <= 2 * doubt)
            .mapToDouble(each -> each.change)
            .toArray();
    if (drifts.length < LEAST_CONTROLS) {
      return this;
    }
    double median = median(Arrays.stream(drifts));
    double spread =
        TO_DEVIATION * median(Arrays.stream(drifts).map(each -> Math.abs(each - median)));
    double off = Math.hypot(Math.max(doubt, spread), OF_MEDIAN * spread / Math.sqrt(drifts.length));
    return new Estimate(before, after, change - median, off, seen, drifts.length, median);
  }

  /// Of several tables that a change is about alike, one at least: the mean of what changed, with
  /// the figures of the first.
  static Estimate pooled(List<Estimate> tables) {
    int count = tables.size();
    var first = tables.getFirst();
    double mean = sum(tables, each -> each.change) / count;
    double own = sum(tables, each -> each.doubt * each.doubt) / count;
    double squares = sum(tables, each -> (each.change - mean) * (each.change - mean));
    double doubt = Math.sqrt(Math.max(own, squares / Math.max(1, count - 1)) / count);
    return new Estimate(
        first.before, first.after, mean, doubt, sum(tables, each -> each.seen), 0, 0);
  }

  /// How many times as much more has to be seen until the doubt is less than the way to the border
  /// of a verdict.
  ///
  /// @param border a logarithm
  double more(double border) {
    double factor = Math.pow(2 * doubt / Math.max(Math.abs(change - border), LEAST_WAY), 2);
    return Math.max(factor - 1, 1 / Math.max(1, seen));
  }

  /// A factor in a report: `0.43`.
  static String times(double factor) {
    return Quantities.number(Math.rint(factor * 100) / 100);
  }

  /// The least that it may have changed by, as a logarithm; wrong in 1 of 40 cases.
  double least() {
    return change - 2 * doubt;
  }

  /// The most, likewise.
  double most() {
    return change + 2 * doubt;
  }

  static <T> double sum(List<T> all, ToDoubleFunction<T> part) {
    return all.stream().mapToDouble(part).sum();
  }

  /// Where autovacuum did not come at all, one visit would have found all of it.
  private static double level(Seen seen, double over, double under) {
    return over / (seen.isOfVisits() ? Math.max(1, under) : under);
  }

  private static double count(Seen seen, List<Seen.Block> blocks) {
    return seen.isOfVisits() ? sum(blocks, Seen.Block::under) : blocks.size();
  }

  private static boolean isBound(Seen seen, List<Seen.Block> blocks) {
    return seen.isOfVisits() && count(seen, blocks) == 0;
  }

  /// Of the logarithm of the figure.
  private static double variance(Seen seen, List<Seen.Block> blocks, double cycle) {
    if (isBound(seen, blocks)) {
      return 0;
    }
    double count = count(seen, blocks);
    double atEnds = seen.isOfVisits() ? MISSED * MISSED / (count * count) : 0;
    if (blocks.size() < FEW) {
      return seen.isOfVisits() ? CYCLE / count + atEnds : SHARE / count;
    }
    int length =
        (int) Math.clamp(Math.max(Math.cbrt(blocks.size()), cycle), 1, blocks.size() / 3.0);
    return Math.max(spread(blocks, length), atEnds);
  }

  /// By stretches of blocks that follow each other, the last followed by the first, and how far off
  /// the figure each is: what a bootstrap over them comes to in the end.
  private static double spread(List<Seen.Block> blocks, int length) {
    double over = sum(blocks, Seen.Block::over);
    double under = Math.max(sum(blocks, Seen.Block::under), Double.MIN_NORMAL);
    int count = blocks.size();
    double squares = 0;
    for (int from = 0; from < count; from++) {
      double off = 0;
      for (int at = from; at < from + length; at++) {
        var block = blocks.get(at % count);
        off += block.over() / over - block.under() / under;
      }
      squares += off * off;
    }
    return squares / length * count / Math.max(1, count - length);
  }

  private static double median(DoubleStream values) {
    var sorted = values.sorted().toArray();
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }
}
