package org.vacuumadvisor.cli.lab;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.option.Assignment;
import org.vacuumadvisor.cli.option.OutputOptions;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.cli.program.Program;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.lab.experiment.Experiment;
import org.vacuumadvisor.lab.experiment.ExperimentJson;
import org.vacuumadvisor.lab.experiment.ExperimentReport;
import org.vacuumadvisor.lab.experiment.Plan;
import org.vacuumadvisor.lab.experiment.Study;
import org.vacuumadvisor.lab.workload.WorkloadException;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// Proves on real servers that the advice helps, or shows that it does not.
@Command(
    name = "lab",
    subcommands = {LabPromisesCommand.class, LabRivalsCommand.class},
    description = {
      "Run an experiment on PostgreSQL servers of its own: the same work under the defaults, under"
          + " the settings that experts published, and under what the advisor recommends after"
          + " looking at the defaults at work.",
      "It needs no database and leaves nothing behind. Close other programs: they disturb it."
    },
    exitCodeList = {
      " 0:done, whether or not the goals are reached",
      " 3:no server could be started, or the work failed"
    },
    footer = {
      "",
      "Examples:",
      "  vacuum-advisor lab queue-churn",
      "  vacuum-advisor lab tpc-c --arms default,advised --format html -o tpc-c.html"
    })
public final class LabCommand implements Callable<Integer> {
  private static final double SHORTEST_MINUTES = 0.05;
  private static final double LONGEST_MINUTES = 24 * 60;
  private static final int MOST_ROUNDS = 100;
  private static final int MOST_CLIENTS = 1000;

  @Spec private CommandSpec command;
  @ParentCommand private Program program;
  @Mixin private OutputOptions output;

  @Parameters(
      arity = "0..1",
      paramLabel = "EXPERIMENT",
      description = "queue-churn, tpc-c, insert-only, read-heavy, held-horizon, delete-churn.")
  private @Nullable String name;

  @Option(
      names = "--arms",
      paramLabel = "ARM",
      split = ",",
      description = "What to compare. Default: all that the experiment has.")
  private List<String> arms = List.of();

  @Option(
      names = "--server-version",
      paramLabel = "VERSION",
      defaultValue = "18",
      description = "Major version of PostgreSQL. Default: ${DEFAULT-VALUE}.")
  private String version;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description =
          "How long each trial works, such as 1.5. Default: half a minute to a minute"
              + " and a half, by experiment.")
  private @Nullable Double minutes;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "How often each arm is tried. Default: ${DEFAULT-VALUE}.")
  private int rounds;

  @Option(
      names = "--clients",
      paramLabel = "N",
      description = "How many work at the same time. Default: 4 to 16, by experiment.")
  private @Nullable Integer clients;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description =
          "A setting of the server in all arms, such as a naptime that shows in a short trial what"
              + " takes hours. Can be given several times.")
  private List<String> sets = List.of();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "The same seed gives the same rows. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--restart",
      description = "Follow advice that takes a restart of the server, too.")
  private boolean restart;

  @Override
  public Integer call() throws SourceException {
    output.check(program.terminal());
    var plan = plan();
    var story = new DemoStory(command.commandLine().getErr(), program.terminal());
    DemoInterrupt.guard("experiment", story, () -> run(plan, story));
    return ExitStatus.FINE;
  }

  private void run(Plan plan, DemoStory story)
      throws SourceException, SQLException, WorkloadException, InterruptedException {
    try (var progress = story.bar()) {
      var results = new Experiment(plan, new LabStory(plan, story, progress)).run();
      output.report(
          () -> ExperimentReport.of(results),
          writer -> ExperimentJson.write(results, writer),
          program.terminal());
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
    try {
      var study = Study.named(name);
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
    } catch (IllegalArgumentException mistake) {
      throw new WrongUsage(String.valueOf(mistake.getMessage()));
    }
  }

  Program program() {
    return program;
  }

  private void checkRange(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw new WrongUsage("%s is 1 to %d".formatted(option, most));
    }
  }
}
