package org.vacuumadvisor.lab.experiment;

import java.util.Locale;
import java.util.Optional;
import java.util.function.DoublePredicate;

/// What an experiment has to show.
@FunctionalInterface
public interface Bar {
  /// Two servers with the same work differ by as much.
  double LEAST_NOISE = 0.05;

  /// What became of it; empty where an arm it needs was not tried, or nothing was measured.
  Optional<Verdict> judge(Results results);

  /// What became of a bar.
  ///
  /// @param bar what was asked for
  /// @param measured what was seen, with its spread
  /// @param reached whether it was
  record Verdict(String bar, String measured, boolean reached) {}

  /// A figure of an arm is at least so many times that of another, in the median of the rounds.
  static Bar atLeast(Arm arm, Arm to, Figure figure, double times) {
    var bar = "at least %s × %s".formatted(number(times), to.name());
    return results -> judge(results, arm, to, figure, bar, ratio -> ratio >= times);
  }

  /// A figure of an arm is at most so many times that of another, in the median of the rounds.
  static Bar atMost(Arm arm, Arm to, Figure figure, double times) {
    var bar = "at most %s × %s".formatted(number(times), to.name());
    return results -> judge(results, arm, to, figure, bar, ratio -> ratio <= times);
  }

  private static Optional<Verdict> judge(
      Results results, Arm arm, Arm to, Figure figure, String bar, DoublePredicate isReached) {
    var ratio = results.ratio(arm, to, figure);
    return ratio.isKnown()
        ? Optional.of(
            new Verdict(
                "%s: %s %s".formatted(figure.words(), arm.name(), bar),
                inWords(ratio),
                isReached.test(ratio.median())))
        : Optional.empty();
  }

  /// The index that wastes most under the defaults is at most so many times as large. What REINDEX
  /// makes of it is told along: nothing can make it smaller.
  static Bar worstIndex(Arm arm, double times) {
    var bar =
        "size of the worst index: %s at most %s × default".formatted(arm.name(), number(times));
    return results ->
        results
            .worstIndex()
            .filter(_ -> results.has(arm))
            .map(index -> {
              double bytes = results.sizeOf(arm, index).median();
              double before = results.sizeOf(Arm.DEFAULT, index).median();
              var measured =
                  String.format(
                      Locale.ROOT,
                      "%s: %s × (%,.0f kB to %,.0f kB); that of the defaults built anew: %s ×",
                      index,
                      number(bytes / before),
                      before / 1024,
                      bytes / 1024,
                      number(results.rebuiltSizeOf(Arm.DEFAULT, index).median() / before));
              return new Verdict(bar, measured, bytes <= times * before);
            });
  }

  /// An arm is no better and no worse than another, by a figure: they differ by less than the same
  /// arm differs from round to round, or by less than a twentieth.
  static Bar noEffect(Arm arm, Arm to, Figure figure) {
    var bar =
        "%s: %s moves it by no more than the noise of %s"
            .formatted(figure.words(), arm.name(), to.name());
    return results -> {
      if (results.isLeftOut(arm) && results.has(to)) {
        return Optional.of(new Verdict(bar, "no setting is changed", true));
      }
      var one = results.of(arm, figure);
      var other = results.of(to, figure);
      if (!one.isKnown() || !other.isKnown()) {
        return Optional.empty();
      }
      double noise = Math.max(LEAST_NOISE, Math.max(one.width(), other.width()));
      double moved = one.median() / other.median() - 1;
      return Optional.of(
          new Verdict(
              bar,
              String.format(Locale.ROOT, "%+.1f %%; noise %.1f %%", moved * 100, noise * 100),
              Math.abs(moved) <= noise));
    };
  }

  private static String inWords(Spread ratio) {
    return ratio.rounds() == 1
        ? number(ratio.median()) + " ×"
        : "%s × (%s to %s in %d rounds)"
            .formatted(
                number(ratio.median()),
                number(ratio.least()),
                number(ratio.most()),
                ratio.rounds());
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 0.1 ? "%.3f" : "%.2f", value);
  }
}
