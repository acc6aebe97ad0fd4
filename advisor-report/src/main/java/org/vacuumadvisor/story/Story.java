package org.vacuumadvisor.story;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.Mode;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Trait;

/// What one run did, in at most five sentences, each from figures that the run prints: what became
/// of the rows, what stayed and why, what surprises people, what it cost, and what changed since
/// the runs before. It holds no advice, and nothing that the run does not tell.
///
/// @param sentences at least one
public record Story(List<Sentence> sentences) {
  public Story {
    sentences = List.copyOf(sentences);
  }

  /// The story of a run.
  ///
  /// @param before the vacuum of the same table before it; null if none is known
  public static Story of(Run run, @Nullable Run before) {
    var told = new Telling();
    if (run.heading().command() == Command.ANALYZE) {
      new AnalyzeStory(run).tell(told);
    } else if (run.heading().isRewrite()) {
      new RewriteStory(run).tell(told);
    } else {
      var figures = new RunFigures(run);
      tell(figures, Trend.since(before, figures), told);
    }
    if (run.is(Trait.CANCELLED)) {
      told.first("It was cancelled before it ended" + left(run));
    } else if (run.is(Trait.FAILED)) {
      told.first("An error ended it" + left(run));
    } else if (!run.is(Trait.COMPLETE)) {
      told.first(
          told.isEmpty()
              ? "Only the beginning of its report is shown."
              : "Only a part of its report is shown.");
    } else if (told.isEmpty()) {
      told.first("It ended; its report gives no figures.");
    }
    return new Story(told.sentences());
  }

  /// What is left of a run that came to no end. Up to 14 the beginning of a report by hand does not
  /// tell whether it rewrites the table.
  private static String left(Run run) {
    var heading = run.heading();
    return heading.command() != Command.VACUUM || heading.mode() == null
        ? "."
        : heading.mode() == Mode.LAZY
            ? "; what it had removed by then stays removed."
            : "; the table stays as it was.";
  }

  /// In the order in which sentences matter: where there are too many the last ones give way.
  private static void tell(RunFigures run, Optional<Sentence> trend, Telling told) {
    var rows = new Rows(run);
    var surprises = new Surprises(run);
    var costs = new Costs(run);
    rows.removed(told);
    rows.kept(told);
    surprises.file(told);
    surprises.cause(told);
    costs.passes(told);
    rows.frozen(told);
    rows.indexes(told);
    rows.pinned(told);
    surprises.reading(told);
    costs.time(told);
    surprises.silentIndexes(told);
    trend.ifPresent(told::add);
    rows.pointers(told);
    surprises.indexPages(told);
    costs.rest(told);
  }

  /// All sentences, one after another.
  public String text() {
    return sentences.stream().map(Sentence::text).collect(Collectors.joining(" "));
  }
}
