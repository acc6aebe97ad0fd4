package org.vacuumadvisor.cli.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.vacuumadvisor.cli.option.OutputOptions;
import org.vacuumadvisor.cli.output.Terminal;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.lab.experiment.Rival;
import org.vacuumadvisor.lab.promise.Contest;
import org.vacuumadvisor.lab.promise.ContestJson;
import org.vacuumadvisor.lab.promise.ContestReport;
import org.vacuumadvisor.lab.promise.Schedule;
import org.vacuumadvisor.lab.workload.Script;
import org.vacuumadvisor.lab.workload.ScriptReader;
import org.vacuumadvisor.lab.workload.Scripts;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Which workloads run on which releases, for how long, and how many at a time.
final class ScheduleOptions {
  private static final int MOST_AT_ONCE = 64;
  private static final String FILE = ".sql";
  private static final long SEED = 1;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--workload",
      paramLabel = "NAME|FILE.sql",
      split = ",",
      description =
          "Which workloads, by name or as a file of your own (docs/lab.md has the format). Default:"
              + " all that come with the lab.")
  private List<String> workloads = List.of();

  @Option(
      names = "--server-version",
      paramLabel = "VERSION",
      split = ",",
      defaultValue = "13,16,18",
      description = "Major versions of PostgreSQL, from 13. Default: ${DEFAULT-VALUE}.")
  private List<String> versions = List.of();

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      defaultValue = "30s",
      description = "How long each server works before anybody looks. Default: ${DEFAULT-VALUE}.")
  private Duration warmUp;

  @Option(
      names = "--sample",
      paramLabel = "TIME",
      defaultValue = "30s",
      description = "How long the advisor looks at each server. Default: ${DEFAULT-VALUE}.")
  private Duration sample;

  @Option(
      names = "--follow",
      paramLabel = "TIME",
      defaultValue = "2m",
      description =
          "How long the work goes on after the advice was followed; twice the sample at least."
              + " Default: ${DEFAULT-VALUE}.")
  private Duration following;

  @Option(
      names = "--at-once",
      paramLabel = "N",
      defaultValue = "2",
      description =
          "How many workloads run at the same time, each on two servers, or on as many as there are"
              + " rivals. Default: ${DEFAULT-VALUE}.")
  private int atOnce;

  /// Runs what was asked for, and reports.
  ///
  /// @return the exit status
  /// @throws WrongUsage if what was asked for is refused
  int run(List<Rival> against, OutputOptions output, Terminal terminal) throws SourceException {
    output.check(terminal);
    var plan = schedule();
    var story = new DemoStory(command.commandLine().getErr(), terminal);
    try (var _ = new DemoInterrupt()) {
      var contest = Contest.run(plan, against, story::tell);
      output.report(
          () -> ContestReport.of(contest), writer -> ContestJson.write(contest, writer), terminal);
      return contest.matches().isEmpty() ? ExitStatus.NO_INPUT : ExitStatus.FINE;
    }
  }

  private Schedule schedule() {
    if (atOnce < 1 || atOnce > MOST_AT_ONCE) {
      throw new WrongUsage("--at-once is 1 to " + MOST_AT_ONCE);
    }
    try {
      return new Schedule(
          workloads.isEmpty() ? Scripts.all() : workloads.stream().map(this::script).toList(),
          versions.stream().map(Release::ofMajor).peek(this::checkRelease).toList(),
          warmUp,
          sample,
          following,
          atOnce,
          SEED);
    } catch (IllegalArgumentException mistake) {
      throw new WrongUsage(String.valueOf(mistake.getMessage()));
    }
  }

  private void checkRelease(Release release) {
    if (release.compareTo(Release.V13) < 0) {
      throw new WrongUsage("--server-version begins with 13, and " + release.major() + " is older");
    }
  }

  private Script script(String name) {
    if (!name.endsWith(FILE)) {
      return Scripts.named(name);
    }
    var path = Path.of(name);
    var file = String.valueOf(path.getFileName());
    try {
      return ScriptReader.read(
          file.substring(0, file.length() - FILE.length()), Files.readString(path));
    } catch (NoSuchFileException missing) {
      throw new WrongUsage("The workload " + name + " cannot be read: there is no such file");
    } catch (IOException unreadable) {
      throw new WrongUsage("The workload " + name + " cannot be read: " + unreadable.getMessage());
    }
  }
}
