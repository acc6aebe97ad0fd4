package org.vacuumadvisor.story;

import static org.vacuumadvisor.story.Sentence.Topic.COST;
import static org.vacuumadvisor.story.Sentence.Topic.OUTCOME;

import org.vacuumadvisor.model.history.Passes;
import org.vacuumadvisor.model.history.Run;

/// What an ANALYZE read and found.
record AnalyzeStory(Run run) {
  void tell(Telling told) {
    var samples = run.passes().samples();
    if (samples.size() == 1) {
      told.add(sample(samples.getFirst()));
    } else if (!samples.isEmpty()) {
      told.add(
          OUTCOME,
          "It took samples of %s of the inheritance tree, met %s in them, and estimates %s in all.",
          Figure.count("samples", samples.size()).of("table"),
          Figure.count(
                  "samples.deadRows", samples.stream().mapToLong(Passes.Sample::deadRows).sum())
              .of("dead row"),
          Figure.count(
                  "samples.estimatedTotalRows",
                  samples.stream().mapToLong(Passes.Sample::estimatedTotalRows).sum())
              .of("row"));
    }
    var elapsed = run.elapsedSeconds();
    if (elapsed != null) {
      var took = samples.isEmpty() ? "It renewed the planner's statistics in " : "It took ";
      told.add(COST, took + "%s.", Figure.seconds("elapsedSec", elapsed));
    }
  }

  private static Sentence sample(Passes.Sample sample) {
    var read = Figure.count("samples.pagesScanned", sample.pagesScanned());
    var dead = Figure.count("samples.deadRows", sample.deadRows()).of("dead row");
    var all = Figure.count("samples.estimatedTotalRows", sample.estimatedTotalRows()).of("row");
    return sample.pagesScanned() < sample.pagesTotal()
        ? Sentence.of(
            OUTCOME,
            "It read %s of %s as a sample, met %s in them (about %s in the whole table), and"
                + " estimates %s in all.",
            read,
            Figure.count("samples.pagesTotal", sample.pagesTotal()).of("page"),
            dead,
            Figure.count(
                "samples.deadRows × samples.pagesTotal / samples.pagesScanned",
                sample.inTable(sample.deadRows())),
            all)
        : Sentence.of(
            OUTCOME, "It read the whole table (%s): %s and %s.", read.of("page"), all, dead);
  }
}
