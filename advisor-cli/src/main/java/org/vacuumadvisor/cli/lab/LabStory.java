package org.vacuumadvisor.cli.lab;

import org.vacuumadvisor.cli.output.ProgressBar;
import org.vacuumadvisor.lab.experiment.Experiment;
import org.vacuumadvisor.lab.experiment.Plan;
import org.vacuumadvisor.lab.workload.Progress;
import org.vacuumadvisor.unit.Quantities;

/// What an experiment says while it goes on, on standard error.
record LabStory(Plan plan, DemoStory story, ProgressBar bar) implements Experiment.Listener {
  @Override
  public void tell(String sentence) {
    bar.close();
    story.tell(sentence);
  }

  @Override
  public void working(int trial, Progress progress) {
    bar.step(
        "trial %d of %d, %s transactions a second"
            .formatted(trial + 1, plan.trials(), Quantities.count(progress.tps())),
        progress.elapsed().toSeconds(),
        progress.of().toSeconds());
  }
}
