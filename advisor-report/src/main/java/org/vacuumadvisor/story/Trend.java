package org.vacuumadvisor.story;

import static org.vacuumadvisor.story.Sentence.Topic.TREND;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Mode;
import org.vacuumadvisor.model.history.Run;

/// What changed since the vacuum before it.
final class Trend {
  /// A file that grew by less is as large as before.
  private static final double GROWTH = 1.1;

  private Trend() {}

  /// @param before null if no vacuum of the table is known
  static Optional<Sentence> since(@Nullable Run before, RunFigures now) {
    return Optional.ofNullable(before)
        .filter(each -> each.heading().mode() == Mode.LAZY)
        .map(RunFigures::new)
        .filter(each -> each.removed() != null)
        .map(each -> since(each, now));
  }

  private static @Nullable Sentence since(RunFigures last, RunFigures now) {
    if (isOtherFile(last.pagesAfter(), now.pagesBefore())) {
      return null;
    }
    var keptThen = last.kept();
    var keptNow = now.kept();
    if (keptThen != null && keptNow != null && (keptThen.isSome() || keptNow.isSome())) {
      return kept(last, now, before(keptThen), keptNow);
    }
    var pagesThen = last.pagesAfter();
    var pagesNow = now.pagesAfter();
    if (pagesThen != null && pagesNow != null && pagesNow.value() >= GROWTH * pagesThen.value()) {
      return Sentence.of(
          TREND,
          "Since the run before the file grew from %s to %s.",
          before(pagesThen),
          pagesNow.of("page"));
    }
    var removedThen = last.removed();
    return removedThen == null || now.removed() == null
        ? null
        : Sentence.of(TREND, "The run before removed %s.", before(removedThen).of("row version"));
  }

  /// A file does not shrink between two vacuums, nor grow a hundredfold: it was written anew, or is
  /// another table's, whose name somebody masked alike.
  private static boolean isOtherFile(@Nullable Figure then, @Nullable Figure now) {
    double grown = then == null || now == null ? 1 : now.value() / Math.max(1, then.value());
    return grown < 0.5 || grown > 100;
  }

  private static Sentence kept(RunFigures last, RunFigures now, Figure then, Figure kept) {
    return then.isSome()
        ? Sentence.of(
            TREND,
            !kept.isSome()
                ? "The run before still had to keep %s; now they can go."
                : isSameCutoff(last, now)
                    ? "The run before kept %s, with the same cutoff: nothing has moved since."
                    : "The run before kept %s.",
            then.of("dead row version"))
        : Sentence.of(TREND, "The run before had to keep none.");
  }

  private static boolean isSameCutoff(RunFigures last, RunFigures now) {
    var cutoff = now.outcome().cutoffXid();
    return cutoff != null && cutoff.equals(last.outcome().cutoffXid());
  }

  private static Figure before(Figure figure) {
    return new Figure("before." + figure.name(), figure.value(), figure.text());
  }
}
