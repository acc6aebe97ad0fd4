package org.vacuumadvisor.cli;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.archive.ArchivedPast;
import org.vacuumadvisor.cli.option.ConnectionOptions;
import org.vacuumadvisor.cli.option.LogOption;
import org.vacuumadvisor.cli.option.OutputOptions;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.cli.program.Program;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.freeze.FreezeOptions;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.Sources;
import org.vacuumadvisor.freeze.Windows;
import org.vacuumadvisor.freeze.Windows.Window;
import org.vacuumadvisor.freeze.report.FreezeReport;
import org.vacuumadvisor.freeze.report.JsonFreeze;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.source.OneServer;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.saved.SurveyReader;
import org.vacuumadvisor.unit.Bytes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// Plans when tables are frozen.
@Command(
    name = "freeze",
    description = {
      "Say when autovacuum will freeze tables by force, and plan to freeze them before, in quiet"
          + " hours: with the vacuumdb command of each window.",
      "It only reads: nothing is changed, nothing is waited for, nothing is held."
    },
    exitCodeList = " 3:no input: no connection, no permission, unreadable; or a standby",
    footer = {
      "",
      "Examples:",
      "  vacuum-advisor freeze service=shop --all-databases --sample 10m",
      "  vacuum-advisor freeze shop --days 30 --window \"Sat 02:00-05:00\"",
      "  vacuum-advisor freeze shop --archive /var/lib/vacuum-advisor",
      "  vacuum-advisor freeze shop --log monday.log --log tuesday.log",
      "  vacuum-advisor freeze --survey new.json --survey old.json"
    })
final class FreezeCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @ParentCommand private Program program;
  @Mixin private ConnectionOptions connection;
  @Mixin private LogOption logs;
  @Mixin private ArchivedPast archive;
  @Mixin private OutputOptions output;

  @Option(
      names = "--survey",
      paramLabel = "FILE",
      description =
          "Plan by a survey that the command survey saved, instead of a server. Give older ones,"
              + " too: they measure how fast transaction IDs are used, and a series of them when.")
  private List<Path> surveys = new ArrayList<>();

  @Option(
      names = "--sample",
      paramLabel = "TIME",
      description = "Look twice, that long apart, to measure how fast transaction IDs are used.")
  private @Nullable Duration sample;

  @Option(
      names = "--window",
      paramLabel = "WINDOW",
      description =
          "Quiet hours: \"Sat 02:00-05:00\", \"Mon-Fri 23:30-01:00\", \"02:00-04:00\" for every"
              + " night. May be repeated. Default: the quietest hours, where logs or a series of"
              + " surveys show them; else every night from two to four.")
  private List<String> windows = new ArrayList<>();

  @Option(
      names = "--timezone",
      paramLabel = "ZONE",
      description = "The time zone of the windows: Europe/Berlin. Default: that of the server.")
  private @Nullable String zone;

  @Option(
      names = {"-j", "--jobs"},
      paramLabel = "N",
      defaultValue = "2",
      description = "Connections of vacuumdb. Default: ${DEFAULT-VALUE}.")
  private int jobs;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "90",
      description = "How far the calendar reaches, at most 400. Default: ${DEFAULT-VALUE}.")
  private int days;

  @Option(
      names = "--disk",
      paramLabel = "SIZE",
      defaultValue = "100MB",
      description =
          "What the disks read and write for a vacuum in a second. Default: ${DEFAULT-VALUE}.")
  private Bytes disk;

  @Override
  public Integer call() throws SourceException, InterruptedException {
    output.check(program.terminal());
    var chosen = checked(() -> windows.stream().map(Window::parse).toList());
    var chosenZone = zone == null ? Optional.<ZoneId>empty() : Optional.of(zone(zone));
    var seen = surveys.isEmpty() ? surveyed() : saved();
    var sources = new Sources(seen.getLast(), older(seen), history());
    var refusal = FreezePlan.refusal(sources.now());
    if (refusal.isPresent()) {
      throw new SourceException(refusal.get());
    }
    var usualZone = chosenZone.orElseGet(() -> Windows.zoneOf(sources.now()));
    var options =
        checked(() ->
            new FreezeOptions(
                chosen.isEmpty() ? Windows.by(sources, usualZone) : Windows.of(chosen, usualZone),
                jobs,
                Duration.ofDays(days),
                disk));
    var plan = FreezePlan.of(sources, options);
    output.report(
        () -> FreezeReport.of(plan), writer -> JsonFreeze.write(plan, writer), program.terminal());
    return ExitStatus.FINE;
  }

  /// What was before: as it was seen now, and as the archive has it.
  private List<Survey> older(List<Survey> seen) throws SourceException {
    var now = seen.getLast();
    var before = seen.subList(0, seen.size() - 1);
    if (!archive.isGiven()) {
      return before;
    }
    var all =
        new ArrayList<>(
            archive.before(
                now, surveys.isEmpty() ? Optional.of(connection.described()) : Optional.empty()));
    all.addAll(before);
    all.sort(Comparator.comparing(Survey::takenAt));
    return all;
  }

  private Optional<History> history() throws SourceException {
    return logs.isGiven()
        ? Optional.of(
            logs.with(List.of(), command.commandLine().getErr(), program.terminal()).history())
        : Optional.empty();
  }

  /// The server as it is; with --sample, as it was before that.
  private List<Survey> surveyed() throws SourceException, InterruptedException {
    if (sample == null) {
      return List.of(connection.survey());
    }
    var window = connection.sample(sample);
    return List.of(window.older(), window.newer());
  }

  /// The surveys named, the oldest first.
  private List<Survey> saved() throws SourceException {
    if (connection.isGiven() || sample != null) {
      throw new WrongUsage(
          "--survey plans by files: leave out CONNECTION, its options and --sample");
    }
    var read = new ArrayList<Survey>();
    for (var each : surveys) {
      read.add(SurveyReader.read(each));
    }
    read.sort(Comparator.comparing(Survey::takenAt));
    for (int number = 1; number < read.size(); number++) {
      var older = read.get(number - 1);
      var newer = read.get(number);
      if (older.takenAt().equals(newer.takenAt())) {
        throw new SourceException(
            "Two of the surveys were taken at the same time: give one of another day.");
      }
      OneServer.check(older, newer);
    }
    return read;
  }

  private ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException _) {
      throw new WrongUsage("'%s' is no time zone: write Europe/Berlin, or UTC".formatted(name));
    }
  }

  private <T> T checked(Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException mistake) {
      throw new WrongUsage(String.valueOf(mistake.getMessage()));
    }
  }
}
