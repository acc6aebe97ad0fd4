package org.vacuumadvisor.story;

import static org.vacuumadvisor.story.Sentence.Topic.COST;
import static org.vacuumadvisor.story.Sentence.Topic.KEPT;
import static org.vacuumadvisor.story.Sentence.Topic.OUTCOME;

import org.vacuumadvisor.model.history.Run;

/// What `VACUUM FULL`, `CLUSTER` or `REPACK` did.
record RewriteStory(Run run) {

  void tell(Telling told) {
    var figures = new RunFigures(run);
    var removed = figures.removed();
    var copied = figures.remain();
    var kept = figures.kept();
    if (removed != null && copied != null) {
      told.add(
          OUTCOME,
          "The table was written anew: %s copied to a new file, %s left behind.",
          copied.of("row version"),
          removed.isSome() ? removed.of("dead one") : "nothing");
    }
    if (kept != null && kept.isSome()) {
      told.add(
          KEPT,
          "%s had to be copied too, because somebody may still see them.",
          kept.of("dead row version"));
    }
    var pages = figures.pagesBefore();
    var elapsed = figures.elapsed();
    if (pages != null) {
      told.add(COST, "The old file had %s (%s).", pages.of("page"), Figure.size(pages));
    }
    if (elapsed != null) {
      told.add(COST, "It took %s, without anybody else at the table.", elapsed);
    }
  }
}
