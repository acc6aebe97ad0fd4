package org.vacuumadvisor.advice.setting;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.setting.Concern.Target;
import org.vacuumadvisor.diagnosis.Effect.Figure;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.workload.WorkloadClass;

/// Makes guards of a goal: which simulated figures of which tables it is about, and what is enough.
record GuardBuilder(Asked asked, Evidence evidence, Cluster cluster) {
  /// More rows die or change while autovacuum naps and works.
  private static final double ON_TOP = 1.25;

  /// A queue may have so many dead rows whatever it has alive.
  private static final double HARMLESS = 1_000;

  private static final double HALF = 0.5;
  private static final int TABLES = 3;

  /// The rule finds that room is not what updates lack where fewer of them than this leave their
  /// page.
  private static final double HARDLY_MOVED = 0.1;

  /// None where it is about something else than a figure that the simulator tells.
  Stream<Target> targets() {
    return asked.remedy() instanceof Remedy.Tune tune
        ? tables(tune).flatMap(each -> targets(each, tune.goal()))
        : Stream.empty();
  }

  private Stream<Target> targets(Relation table, Goal goal) {
    return switch (goal) {
      case Goal.DeadRowsAtMost(double rows, _) when rows < evidence.thresholds(table).vacuum() ->
          target(table, Figure.DEAD_ROWS, isQueue(table) ? live(table) : rows * ON_TOP);
      case Goal.DeadRowsBetweenLooks _ ->
          target(table, Figure.DEAD_ROWS, isQueue(table) ? live(table) : live(table) * ON_TOP);
      case Goal.InsertsBetweenVacuums(double rows, _) ->
          target(table, Figure.INSERTED_ROWS, rows * ON_TOP);
      case Goal.ChangedBetweenAnalyzes _ ->
          asked.change().stream()
              .flatMap(change ->
                  change instanceof SettingChange.OfTable(_, var parameters)
                      ? Stream.of(evidence.thresholds(table, parameters).analyze())
                      : Stream.<Float>empty())
              .flatMap(rows -> target(table, Figure.CHANGED_ROWS, rows * ON_TOP));
      case Goal.RoomForUpdates _ -> target(table, Figure.MOVED_UPDATES, HARDLY_MOVED);
      case Goal.OneIndexPass _ -> target(table, Figure.INDEX_PASSES, 1);
      case Goal.AsleepAtMost(var share, _, _) -> target(table, Figure.ASLEEP, share.fraction());
      case Goal.FairCostShare _ -> target(table, Figure.ASLEEP, HALF);
      case Goal.WaitAtMost(var wait) -> target(table, Figure.WAIT, (double) wait.toSeconds());
      case Goal.DeadRowsAtMost _,
          Goal.DeadRowsAtLeast _,
          Goal.FrozenWithEachVacuum _,
          Goal.LookedAtEvery _,
          Goal.ReleaseDefault _,
          Goal.Switched _,
          Goal.Count _,
          Goal.Age _,
          Goal.Size _,
          Goal.Time _ ->
          Stream.empty();
    };
  }

  /// The table the goal is about; of one about the server, those past their threshold.
  private Stream<Relation> tables(Remedy.Tune tune) {
    return tune.subject()
        .onTable()
        .map(Stream::of)
        .orElseGet(() ->
            evidence.pastVacuumThreshold().stream()
                .filter(each -> evidence.options(each).state().isOn())
                .limit(TABLES));
  }

  private boolean isQueue(Relation table) {
    return evidence.workload(table).kind() == WorkloadClass.QUEUE_CHURN;
  }

  private static double live(Relation table) {
    return table
        .get(TableKeys.N_LIVE_TUP)
        .map(Long::doubleValue)
        .or(table.get(TableKeys.RELTUPLES).or(0.0));
  }

  /// None where nobody measured how fast the table changes; before 16 nobody counts which updates
  /// lack room.
  private Stream<Target> target(Relation table, Figure figure, double enough) {
    var limit = figure == Figure.DEAD_ROWS ? Math.max(HARMLESS, enough) : enough;
    return cluster
        .table(table.key())
        .filter(each -> figure != Figure.MOVED_UPDATES || each.arrivals().movedUpdates() > 0)
        .flatMap(_ -> pace(table, figure))
        .map(pace -> new Target(table, new Guard(figure, table.key(), limit), pace))
        .stream();
  }

  private Optional<Duration> pace(Relation table, Figure figure) {
    var rates = evidence.workload(table).rates();
    var thresholds = evidence.thresholds(table);
    return switch (figure) {
      case INSERTED_ROWS ->
          pace(
              thresholds.hasInsert() ? thresholds.insert() : thresholds.vacuum(),
              rates.insertsPerSecond());
      case CHANGED_ROWS -> pace(thresholds.analyze(), rates.writtenRowsPerSecond());
      case DEAD_ROWS, INDEX_PASSES, ASLEEP, WAIT, MOVED_UPDATES ->
          pace(thresholds.vacuum(), rates.deadRowsPerSecond());
    };
  }

  private Optional<Duration> pace(double rows, Optional<Double> rate) {
    double nap = evidence.settings().realOrDefault(Setting.AUTOVACUUM_NAPTIME);
    return rate.filter(each -> each > 0)
        .map(each -> Duration.ofSeconds((long) Math.max(nap, rows / each)));
  }
}
