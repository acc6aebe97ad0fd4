package org.vacuumadvisor.cli.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.vacuumadvisor.cli.option.OutputOptions;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Lets workloads of many kinds run on several servers each, one set up as the advisor says and the
/// others by somebody else, and says what came of it.
abstract class ContestCommand implements Callable<Integer> {
  private static final int MOST_AT_ONCE = 64;
  private static final String FILE = ".sql";
  private static final long SEED = 1;

  @Spec private CommandSpec command;
  @Mixin private OutputOptions output;

  @Option(names = "--workload", paramLabel = "NAME|FILE.sql", split = ",")
  private List<String> workloads = List.of();

  @Option(
      names = "--server-version",
      paramLabel = "VERSION",
      split = ",",
      defaultValue = "13,16,18")
  private List<String> versions = List.of();

  @Option(names = "--warm-up", paramLabel = "TIME", defaultValue = "30s")
  private Duration warmUp;

  @Option(names = "--sample", paramLabel = "TIME", defaultValue = "30s")
  private Duration sample;

  @Option(names = "--follow", paramLabel = "TIME", defaultValue = "2m")
  private Duration following;

  @Option(names = "--at-once", paramLabel = "N", defaultValue = "2")
  private int atOnce;

  /// Those who set the other servers up.
  abstract List<Rival> against();

  /// Follows what the advisor says of many workloads, and says what came of it.
  @Command(
      name = "promises",
      exitCodeList = {" 0:done, whatever came of it", " 3:no trial could be finished"})
  static final class Promises extends ContestCommand {
    @Override
    List<Rival> against() {
      return List.of(Rival.NOBODY);
    }
  }

  /// Sets servers up as the advisor says, and beside it as others would.
  @Command(
      name = "rivals",
      exitCodeList = {" 0:done, whoever did better", " 3:no workload could be finished"})
  static final class Rivals extends ContestCommand {
    @Option(names = "--against", paramLabel = "RIVAL", split = ",")
    private List<Rival> against = List.of();

    @Override
    List<Rival> against() {
      return against.isEmpty() ? List.of(Rival.values()) : against;
    }
  }

  @Override
  public final Integer call() throws SourceException {
    output.check();
    var plan = schedule();
    var story = new DemoStory(command);
    try (var _ = new DemoInterrupt()) {
      var contest = Contest.run(plan, against(), story::tell);
      output.report(() -> ContestReport.of(contest), writer -> ContestJson.write(contest, writer));
      return contest.matches().isEmpty() ? ExitStatus.NO_INPUT : ExitStatus.FINE;
    }
  }

  private Schedule schedule() {
    if (atOnce < 1 || atOnce > MOST_AT_ONCE) {
      throw new WrongUsage("--at-once is 1 to " + MOST_AT_ONCE);
    }
    return WrongUsage.checked(() ->
        new Schedule(
            workloads.isEmpty() ? Scripts.all() : workloads.stream().map(this::script).toList(),
            versions.stream().map(Release::ofMajor).peek(this::checkRelease).toList(),
            warmUp,
            sample,
            following,
            atOnce,
            SEED));
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
