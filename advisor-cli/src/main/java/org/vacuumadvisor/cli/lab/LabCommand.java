package org.vacuumadvisor.cli.lab;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.option.Assignment;
import org.vacuumadvisor.cli.option.OutputOptions;
import org.vacuumadvisor.cli.output.ProgressBar;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.lab.experiment.Experiment;
import org.vacuumadvisor.lab.experiment.ExperimentJson;
import org.vacuumadvisor.lab.experiment.ExperimentReport;
import org.vacuumadvisor.lab.experiment.Plan;
import org.vacuumadvisor.lab.experiment.Study;
import org.vacuumadvisor.lab.workload.Progress;
import org.vacuumadvisor.lab.workload.WorkloadException;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Quantities;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Proves on real servers that the advice helps, or shows that it does not.
@Command(
    name = "lab",
    subcommands = {ContestCommand.Promises.class, ContestCommand.Rivals.class},
    exitCodeList = {
      " 0:done, whether or not the goals are reached",
      " 3:no server could be started, or the work failed"
    })
public final class LabCommand implements Callable<Integer> {
  private static final double SHORTEST_MINUTES = 0.05;
  private static final double LONGEST_MINUTES = 24 * 60;
  private static final int MOST_ROUNDS = 100;
  private static final int MOST_CLIENTS = 1000;

  @Spec private CommandSpec command;
  @Mixin private OutputOptions output;

  @Parameters(arity = "0..1", paramLabel = "EXPERIMENT", descriptionKey = "EXPERIMENT")
  private @Nullable String name;

  @Option(names = "--arms", paramLabel = "ARM", split = ",")
  private List<String> arms = List.of();

  @Option(names = "--server-version", paramLabel = "VERSION", defaultValue = "18")
  private String version;

  @Option(names = "--minutes", paramLabel = "N")
  private @Nullable Double minutes;

  @Option(names = "--rounds", paramLabel = "N", defaultValue = "3")
  private int rounds;

  @Option(names = "--clients", paramLabel = "N")
  private @Nullable Integer clients;

  @Option(names = "--set", paramLabel = "NAME=VALUE")
  private List<String> sets = List.of();

  @Option(names = "--seed", paramLabel = "N", defaultValue = "1")
  private long seed;

  @Option(names = "--restart")
  private boolean restart;

  @Override
  public Integer call() throws SourceException {
    output.check();
    var plan = plan();
    var story = new DemoStory(command);
    DemoInterrupt.guard("experiment", story, () -> run(plan, story));
    return ExitStatus.FINE;
  }

  private void run(Plan plan, DemoStory story)
      throws SourceException, SQLException, WorkloadException, InterruptedException {
    try (var progress = story.bar()) {
      var results = new Experiment(plan, new Told(plan, story, progress)).run();
      output.report(
          () -> ExperimentReport.of(results), writer -> ExperimentJson.write(results, writer));
    }
  }

  private Plan plan() {
    if (name == null) {
      throw new WrongUsage(
          "Which experiment? There are promises, rivals, " + String.join(", ", Study.names()));
    }
    checkRange("--rounds", rounds, MOST_ROUNDS);
    checkRange("--clients", clients == null ? 1 : clients, MOST_CLIENTS);
    if (minutes != null && !(minutes >= SHORTEST_MINUTES && minutes <= LONGEST_MINUTES)) {
      throw new WrongUsage("--minutes is 0.05 to 1440");
    }
    var experiment = name;
    return WrongUsage.checked(() -> plan(Study.named(experiment)));
  }

  private Plan plan(Study study) {
    return new Plan(
        study,
        arms.isEmpty() ? study.arms() : arms.stream().map(study::arm).distinct().toList(),
        Release.ofMajor(version),
        minutes == null ? study.duration() : Duration.ofMillis(Math.round(minutes * 60_000)),
        rounds,
        clients == null ? study.clients() : clients,
        seed,
        sets.stream()
            .map(Assignment::of)
            .collect(Collectors.toMap(Assignment::name, Assignment::value, (_, later) -> later)),
        restart);
  }

  /// What an experiment says while it goes on, on standard error.
  private record Told(Plan plan, DemoStory story, ProgressBar bar) implements Experiment.Listener {
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

  private void checkRange(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw new WrongUsage("%s is 1 to %d".formatted(option, most));
    }
  }
}
