package org.vacuumadvisor.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.archive.ArchivedPast;
import org.vacuumadvisor.cli.option.Assignment;
import org.vacuumadvisor.cli.option.ConnectionOptions;
import org.vacuumadvisor.cli.option.LogOption;
import org.vacuumadvisor.cli.option.OutputOptions;
import org.vacuumadvisor.cli.option.SavedSurveys;
import org.vacuumadvisor.cli.output.Format;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.forecast.BackTest;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.WhatIf;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.Rhythm;
import org.vacuumadvisor.forecast.report.BackTestSection;
import org.vacuumadvisor.forecast.report.JsonSimulation;
import org.vacuumadvisor.forecast.report.SimulationReport;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.assessment.Origin;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Says what autovacuum will do, as a server is set up and as it could be.
@Command(name = "simulate", exitCodeList = " 3:no input: no connection, no permission, unreadable")
final class SimulateCommand implements Callable<Integer> {
  private static final double HIDDEN = 0.25;
  private static final int MOST_DAYS = 3_650;

  @Mixin private ConnectionOptions connection;
  @Mixin private SavedSurveys saved;
  @Mixin private LogOption logs;
  @Mixin private ArchivedPast archive;
  @Mixin private OutputOptions output;

  @Option(names = "--sample", paramLabel = "TIME")
  private @Nullable Duration sample;

  @Option(names = "--set", paramLabel = "SETTING=VALUE")
  private List<String> sets = new ArrayList<>();

  @Option(names = "--workload-factor", paramLabel = "FACTOR", defaultValue = "1")
  private double workloadFactor;

  @Option(names = "--days", paramLabel = "DAYS", defaultValue = "7")
  private double days;

  @Option(names = "--backtest")
  private boolean backtest;

  /// The latest look at the server; null where there are only logs.
  private @Nullable Survey surveyed;

  @Override
  public Integer call() throws SourceException, InterruptedException {
    output.check();
    check();
    var runs = new RunCollector();
    var history = history(runs);
    checkLooks(history);
    var cluster = cluster(history);
    if (cluster.isQuiet() && !backtest) {
      throw new SourceException(
          "Cannot simulate the coming days: no table was written between the looks, so there is no"
              + " load. Look in a busy hour, or longer (--sample 10m), or give the server's log"
              + " (--log).");
    }
    var whatIf = whatIf(cluster);
    var test = backtest ? Optional.of(test(runs, cluster.settings())) : Optional.<BackTest>empty();
    output.report(() -> report(whatIf, test), writer -> JsonSimulation.write(whatIf, test, writer));
    return ExitStatus.FINE;
  }

  /// One look counts rows, and not how fast they come: nobody need connect for that.
  private void checkLooks(Optional<History> history) throws SourceException {
    if (history.isEmpty() && sample == null && saved.count() < 2 && !archive.isGiven()) {
      throw new SourceException(
          "Cannot simulate the coming days: one look does not tell how fast rows change. Look twice"
              + " in a busy hour (--sample 60s), give two saved surveys (--survey and --since), or"
              + " the server's log (--log). Which tables are due now, the command advise says.");
    }
  }

  private void check() {
    if (!(days > 0 && days <= MOST_DAYS)) {
      throw new WrongUsage("--days %s is out of range: up to %d".formatted(days, MOST_DAYS));
    }
    saved.check(connection, sample);
    archive.check(saved, sample);
    if (backtest && !logs.isGiven()) {
      throw new WrongUsage("--backtest needs logs to be tested on: name them with --log");
    }
  }

  private Optional<History> history(RunCollector runs) throws SourceException {
    if (!logs.isGiven()) {
      return Optional.empty();
    }
    var result = logs.read(runs);
    return Optional.of(runs.history().covering(result.understanding()));
  }

  /// Logs alone stand for a server where none is named.
  private Cluster cluster(Optional<History> history) throws SourceException, InterruptedException {
    boolean isServerNamed =
        saved.areGiven() || connection.isGiven() || sample != null || archive.isGiven();
    if (history.isPresent() && !isServerNamed) {
      var release = history.get().releases().latest();
      var cluster = Cluster.ofLogs(history.get(), ServerSettings.unknown(release));
      if (cluster.tables().isEmpty()) {
        throw new SourceException(
            "No table was vacuumed by autovacuum twice in these logs: there is nothing to simulate."
                + " Set log_autovacuum_min_duration to 0 for a while, or name the server as well.");
      }
      return cluster;
    }
    var seen = saved.or(connection, sample);
    look(seen.getLast());
    if (archive.isGiven()) {
      return archived(seen.getLast(), history);
    }
    return seen.size() < 2 ? logged(seen.getLast(), history) : Cluster.of(seen, history);
  }

  /// A server under the load that its archive tells of: of all the time where that lets tell busy
  /// hours from quiet ones, else of the last day.
  private Cluster archived(Survey survey, Optional<History> history) throws SourceException {
    var server = saved.server(connection);
    var all = new ArrayList<>(archive.before(survey, server));
    all.add(survey);
    return Rhythm.of(all).isKnown()
        ? Cluster.of(all, history)
        : Cluster.of(List.of(archive.aDayBefore(survey, server), survey), history);
  }

  /// One look at a server, under the load that its logs tell of.
  private static Cluster logged(Survey survey, Optional<History> history) {
    var cluster = Cluster.of(List.of(survey), history);
    return history
        .map(each -> cluster.withLoadOf(Cluster.ofLogs(each, survey.settings())))
        .orElse(cluster);
  }

  private void look(Survey survey) throws SourceException {
    surveyed = survey;
    if (survey.server().standby()) {
      throw new SourceException(
          "This is a standby: it vacuums nothing, and does not count what is written. Simulate the"
              + " primary.");
    }
  }

  private Changes changes(Cluster cluster) {
    var changes = Changes.NONE.withWorkload(workloadFactor);
    for (var each : sets) {
      changes = Assignment.of(each).added(changes, cluster);
    }
    return changes;
  }

  private WhatIf whatIf(Cluster cluster) {
    var length = Duration.ofMillis(Math.round(days * 86_400_000));
    return WrongUsage.checked(() -> WhatIf.onceReleased(cluster, changes(cluster), length));
  }

  private BackTest test(RunCollector runs, ServerSettings settings) throws SourceException {
    return BackTest.of(runs.runs(), settings, HIDDEN)
        .orElseThrow(() ->
            new SourceException(
                "These logs tell of too few vacuums with a time for a back-test: it needs tables"
                    + " that autovacuum came to twice in the first three quarters."));
  }

  /// The report, which begins with the server it is about.
  private Report report(WhatIf whatIf, Optional<BackTest> test) {
    var tested = new BackTestSection(options());
    var report = SimulationReport.of(whatIf, options());
    var place = surveyed == null ? "" : Origin.line(surveyed);
    return new Report(
        report.title(),
        Part.all(
                Part.paragraph(place),
                report.parts().stream(),
                test.stream().flatMap(tested::parts))
            .toList());
  }

  private ReportOptions options() {
    return output.format() == Format.HTML ? ReportOptions.ofPage() : ReportOptions.standard();
  }
}
