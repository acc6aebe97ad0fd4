package org.vacuumadvisor.lab.experiment;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What an experiment has to show.
public sealed interface Bar {

  /// What became of it; empty where an arm it needs was not tried, or nothing was measured.
  Optional<Verdict> judge(Results results);

  /// A figure of an arm is at least so many times that of another, in the median of the rounds.
  record AtLeast(Arm arm, Arm to, Figure figure, double times) implements Bar {
    @Override
    public Optional<Verdict> judge(Results results) {
      var ratio = results.ratio(arm, to, figure);
      var words =
          "%s: %s at least %s × %s"
              .formatted(figure.words(), arm.label(), number(times), to.label());
      return judged(words, ratio, ratio.median() >= times);
    }
  }

  /// A figure of an arm is at most so many times that of another, in the median of the rounds.
  record AtMost(Arm arm, Arm to, Figure figure, double times) implements Bar {
    @Override
    public Optional<Verdict> judge(Results results) {
      var ratio = results.ratio(arm, to, figure);
      var words =
          "%s: %s at most %s × %s"
              .formatted(figure.words(), arm.label(), number(times), to.label());
      return judged(words, ratio, ratio.median() <= times);
    }
  }

  /// The index that wastes most under the defaults is at most so many times as large. What REINDEX
  /// makes of it is told along: nothing can make it smaller.
  record WorstIndex(Arm arm, double times) implements Bar {
    @Override
    public Optional<Verdict> judge(Results results) {
      if (!results.has(arm) || !results.has(Arm.DEFAULT)) {
        return Optional.empty();
      }
      return results
          .worstIndex()
          .map(index -> {
            double bytes = results.sizeOf(arm, index).median();
            double before = results.sizeOf(Arm.DEFAULT, index).median();
            return new Verdict(
                "size of the worst index: %s at most %s × default"
                    .formatted(arm.label(), number(times)),
                String.format(
                    Locale.ROOT,
                    "%s: %s × (%,.0f kB to %,.0f kB); that of the defaults built anew: %s ×",
                    index,
                    number(bytes / before),
                    before / 1024,
                    bytes / 1024,
                    number(results.rebuiltSizeOf(Arm.DEFAULT, index).median() / before)),
                bytes <= times * before);
          });
    }
  }

  /// An arm is no better and no worse than another, by a figure: they differ by less than the same
  /// arm differs from round to round, or by less than a twentieth.
  record NoEffect(Arm arm, Arm to, Figure figure) implements Bar {
    private static final double LEAST_NOISE = 0.05;

    @Override
    public Optional<Verdict> judge(Results results) {
      var one = results.of(arm, figure);
      var other = results.of(to, figure);
      var bar =
          "%s: %s moves it by no more than the noise of %s"
              .formatted(figure.words(), arm.label(), to.label());
      if (!one.isKnown() || !other.isKnown()) {
        return results.has(to) && results.plan().arms().contains(arm)
            ? Optional.of(new Verdict(bar, "no setting is changed", true))
            : Optional.empty();
      }
      double noise = Math.max(LEAST_NOISE, Math.max(one.width(), other.width()));
      double moved = one.median() / other.median() - 1;
      return Optional.of(
          new Verdict(
              bar,
              String.format(Locale.ROOT, "%+.1f %%; noise %.1f %%", moved * 100, noise * 100),
              Math.abs(moved) <= noise));
    }
  }

  /// An arm does not help: its figure is at most what noise adds to that of another.
  record NoGain(Arm arm, Arm to, Figure figure) implements Bar {
    @Override
    public Optional<Verdict> judge(Results results) {
      return new NoEffect(arm, to, figure)
          .judge(results)
          .map(verdict ->
              new Verdict(
                  "%s: %s gains no more than the noise of %s"
                      .formatted(figure.words(), arm.label(), to.label()),
                  verdict.measured(),
                  verdict.reached()
                      || results.of(arm, figure).median() < results.of(to, figure).median()));
    }
  }

  /// The advisor sets nothing whose name contains one of these words.
  record SetsNothingLike(List<String> words) implements Bar {
    public SetsNothingLike {
      words = List.copyOf(words);
    }

    @Override
    public Optional<Verdict> judge(Results results) {
      if (!results.plan().arms().contains(Arm.ADVISED)) {
        return Optional.empty();
      }
      var set =
          results.advice().followed().stream()
              .filter(each -> words.stream().anyMatch(each::contains))
              .toList();
      return Optional.of(
          new Verdict(
              "advised sets no %s".formatted(String.join(", no ", words)),
              set.isEmpty() ? "none of them" : String.join(" ", set),
              set.isEmpty()));
    }
  }

  private static Optional<Verdict> judged(String bar, Spread ratio, boolean reached) {
    return ratio.isKnown()
        ? Optional.of(new Verdict(bar, inWords(ratio), reached))
        : Optional.empty();
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
