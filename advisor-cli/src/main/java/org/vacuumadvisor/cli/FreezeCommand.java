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
import org.vacuumadvisor.freeze.FreezeOptions;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.Window;
import org.vacuumadvisor.freeze.Windows;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.source.OneServer;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.saved.SurveyReader;
import org.vacuumadvisor.unit.Bytes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      " 0:done",
      " 2:wrong usage",
      " 3:no input: no connection, no permission, unreadable; or a standby",
      "70:a bug of ours"
    },
    footer = {
      "",
      "Examples:",
      "  vacuum-advisor freeze service=shop --all-databases --sample 10m",
      "  vacuum-advisor freeze shop --days 30 --window \"Sat 02:00-05:00\"",
      "  vacuum-advisor freeze --survey new.json --format ics -o freezes.ics",
      "  vacuum-advisor freeze --survey new.json --survey old.json --format cron"
    })
final class FreezeCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @ParentCommand private VacuumAdvisor program;
  @Mixin private ConnectionOptions connection;
  @Mixin private FreezeOutput output;

  @Option(
      names = "--survey",
      paramLabel = "FILE",
      description =
          "Plan by a survey that the command survey saved, instead of a server. Give an older one,"
              + " too: the two measure how fast transaction IDs are used.")
  private List<Path> surveys = new ArrayList<>();

  @Option(
      names = "--sample",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "Look twice, that long apart, to measure how fast transaction IDs are used.")
  private @Nullable Duration sample;

  @Option(
      names = "--window",
      paramLabel = "WINDOW",
      description =
          "Quiet hours: \"Sat 02:00-05:00\", \"Mon-Fri 23:30-01:00\", \"02:00-04:00\" for every"
              + " night. May be repeated. Default: every night from two to four.")
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
      converter = SizeConverter.class,
      description =
          "What the disks read and write for a vacuum in a second. Default: ${DEFAULT-VALUE}.")
  private Bytes disk;

  @Override
  public Integer call() throws SourceException, InterruptedException {
    output.check(program.terminal());
    var chosen = checked(() -> windows.stream().map(Window::parse).toList());
    var chosenZone = zone == null ? Optional.<ZoneId>empty() : Optional.of(zone(zone));
    var seen = surveys.isEmpty() ? surveyed() : saved();
    var refusal = FreezePlan.refusal(seen.now());
    if (refusal.isPresent()) {
      throw new SourceException(refusal.get());
    }
    var usualZone = chosenZone.orElseGet(() -> Windows.zoneOf(seen.now()));
    var options =
        checked(() ->
            new FreezeOptions(
                chosen.isEmpty() ? Windows.usual(usualZone) : Windows.of(chosen, usualZone),
                jobs,
                Duration.ofDays(days),
                disk));
    output.give(FreezePlan.of(seen.now(), seen.older(), options), program.terminal());
    return ExitStatus.FINE;
  }

  private record Seen(Survey now, Optional<Survey> older) {}

  private Seen surveyed() throws SourceException, InterruptedException {
    var apart = sample;
    try (var progress = new ProgressBar(command.commandLine().getErr(), program.terminal())) {
      if (apart == null) {
        return new Seen(
            connection.read(server -> server.survey(connection.databases(), progress)),
            Optional.empty());
      }
      var window =
          connection.read(server -> server.sample(connection.databases(), apart, progress));
      return new Seen(window.newer(), Optional.of(window.older()));
    }
  }

  private Seen saved() throws SourceException {
    if (connection.isGiven() || sample != null || surveys.size() > 2) {
      throw new ParameterException(
          command.commandLine(),
          surveys.size() > 2
              ? "--survey is given twice at most: today's, and an older one"
              : "--survey plans by files: leave out CONNECTION, its options and --sample");
    }
    var read = new ArrayList<Survey>();
    for (var each : surveys) {
      read.add(SurveyReader.read(each));
    }
    read.sort(Comparator.comparing(Survey::takenAt));
    if (read.size() == 1) {
      return new Seen(read.getFirst(), Optional.empty());
    }
    if (read.getFirst().takenAt().equals(read.getLast().takenAt())) {
      throw new SourceException(
          "The two surveys were taken at the same time: give one of another day.");
    }
    OneServer.check(read.getFirst(), read.getLast());
    return new Seen(read.getLast(), Optional.of(read.getFirst()));
  }

  private ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException _) {
      throw new ParameterException(
          command.commandLine(),
          "'%s' is no time zone: write Europe/Berlin, or UTC".formatted(name));
    }
  }

  private <T> T checked(Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException mistake) {
      throw new ParameterException(
          command.commandLine(), String.valueOf(mistake.getMessage()), mistake);
    }
  }
}
