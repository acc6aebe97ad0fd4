package org.vacuumadvisor.cli;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.archive.ArchivedPast;
import org.vacuumadvisor.cli.option.ConnectionOptions;
import org.vacuumadvisor.cli.option.LogOption;
import org.vacuumadvisor.cli.option.OutputOptions;
import org.vacuumadvisor.cli.option.SavedSurveys;
import org.vacuumadvisor.cli.program.ExitStatus;
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
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Bytes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Plans when tables are frozen.
@Command(
    name = "freeze",
    exitCodeList = " 3:no input: no connection, no permission, unreadable; or a standby")
final class FreezeCommand implements Callable<Integer> {
  @Mixin private ConnectionOptions connection;
  @Mixin private SavedSurveys saved;
  @Mixin private LogOption logs;
  @Mixin private ArchivedPast archive;
  @Mixin private OutputOptions output;

  @Option(names = "--sample", paramLabel = "TIME")
  private @Nullable Duration sample;

  @Option(names = "--window", paramLabel = "WINDOW")
  private List<String> windows = new ArrayList<>();

  @Option(names = "--timezone", paramLabel = "ZONE")
  private @Nullable String zone;

  @Option(
      names = {"-j", "--jobs"},
      paramLabel = "N",
      defaultValue = "2")
  private int jobs;

  @Option(names = "--days", paramLabel = "N", defaultValue = "90")
  private int days;

  @Option(names = "--disk", paramLabel = "SIZE", defaultValue = "100MB")
  private Bytes disk;

  @Override
  public Integer call() throws SourceException, InterruptedException {
    output.check();
    var chosen = WrongUsage.checked(() -> windows.stream().map(Window::parse).toList());
    var chosenZone = zone == null ? Optional.<ZoneId>empty() : Optional.of(zone(zone));
    var seen = saved.or(connection, sample);
    var sources = new Sources(seen.getLast(), older(seen), history());
    var refusal = FreezePlan.refusal(sources.now());
    if (refusal.isPresent()) {
      throw new SourceException(refusal.get());
    }
    var usualZone = chosenZone.orElseGet(() -> Windows.zoneOf(sources.now()));
    var options =
        WrongUsage.checked(() ->
            new FreezeOptions(
                chosen.isEmpty() ? Windows.usual(usualZone) : Windows.of(chosen, usualZone),
                jobs,
                Duration.ofDays(days),
                disk));
    var plan = FreezePlan.of(sources, options);
    output.report(() -> FreezeReport.of(plan), writer -> JsonFreeze.write(plan, writer));
    return ExitStatus.FINE;
  }

  /// What was before: as it was seen now, and as the archive has it.
  private List<Survey> older(List<Survey> seen) throws SourceException {
    var now = seen.getLast();
    var before = seen.subList(0, seen.size() - 1);
    if (!archive.isGiven()) {
      return before;
    }
    var all = new ArrayList<>(archive.before(now, saved.server(connection)));
    all.addAll(before);
    all.sort(Comparator.comparing(Survey::takenAt));
    return all;
  }

  private Optional<History> history() throws SourceException {
    return logs.isGiven() ? Optional.of(logs.with(List.of()).history()) : Optional.empty();
  }

  private ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException _) {
      throw new WrongUsage("'%s' is no time zone: write Europe/Berlin, or UTC".formatted(name));
    }
  }
}
