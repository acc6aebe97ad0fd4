package org.vacuumadvisor.story;

import static org.vacuumadvisor.story.Sentence.Topic.COST;
import static org.vacuumadvisor.story.Sentence.Topic.KEPT;
import static org.vacuumadvisor.story.Sentence.Topic.OUTCOME;

import org.vacuumadvisor.model.history.Mode;
import org.vacuumadvisor.model.history.Run;

/// What `VACUUM FULL`, `CLUSTER` or `REPACK` did.
record RewriteStory(Run run) {
  /// A vacuum leaves so much behind. Our choice.
  private static final double LITTLE = 0.01;

  void tell(Telling told) {
    var figures = new RunFigures(run);
    var removed = figures.removed();
    var copied = figures.remain();
    var kept = figures.kept();
    var pages = figures.pagesBefore();
    if (pages != null && !pages.isSome()) {
      told.add(OUTCOME, "The table was written anew, and was empty: there was nothing to gain.");
    } else if (removed != null && copied != null) {
      told.add(
          OUTCOME,
          "The table was written anew: %s copied to a new file, %s left behind.",
          copied.of("row version"),
          removed.isSome() ? removed.of("dead one") : "nothing");
      if (removed.value() < LITTLE * copied.value() && kept != null && !kept.isSome()) {
        told.add(OUTCOME, "Next to nothing was dead: what it gained was free before.");
      }
    }
    if (kept != null && kept.isSome()) {
      told.add(
          KEPT,
          "%s had to be copied too, because somebody may still see them.",
          kept.of("dead row version"));
    }
    var elapsed = figures.elapsed();
    if (pages != null && pages.isSome()) {
      told.add(COST, "The old file had %s (%s).", pages.of("page"), Figure.size(pages));
    }
    if (elapsed != null) {
      told.add(
          COST,
          run.heading().mode() == Mode.REPACK
              ? "It took %s; unless it was called with CONCURRENTLY, nobody else was at the table."
              : "It took %s, without anybody else at the table.",
          elapsed);
    }
  }
}
