package org.vacuumadvisor.advice.setting;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.setting.Concern.Target;
import org.vacuumadvisor.diagnosis.FreezeCohort;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.WorkloadClass;

/// Makes guards of a goal: which simulated figures it is about, and what is enough.
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

  Stream<Target> targets() {
    return switch (asked.remedy()) {
      case Remedy.Tune tune -> targets(tune);
      case Remedy.FreezeApart _ -> colliding();
      case Remedy.OfHorizon _,
          Remedy.OfLock _,
          Remedy.ResetTable _,
          Remedy.VacuumNow _,
          Remedy.FreezeDatabases _,
          Remedy.AnalyzeNow _,
          Remedy.AnalyzeDatabase _,
          Remedy.Ask _,
          Remedy.RewriteTable _,
          Remedy.RebuildIndex _,
          Remedy.Inquire _,
          Remedy.Reload _,
          Remedy.Act _ ->
          Stream.empty();
    };
  }

  private Stream<Target> targets(Remedy.Tune tune) {
    return switch (tune.goal()) {
      case Goal.DeadRowsAtMost(double rows, _) ->
          tables(tune)
              .filter(each -> rows < evidence.thresholds(each).vacuum())
              .flatMap(each ->
                  target(
                      each,
                      deadRows(each, rows),
                      new TreeMap<>(new ThresholdNumbers(evidence).inheritedBy(each))));
      case Goal.DeadRowsBetweenLooks _ ->
          tables(tune).flatMap(each -> target(each, deadRows(each, live(each)), none()));
      case Goal.InsertsBetweenVacuums(double rows, _) ->
          guarded(
              tune,
              TableFigure.INSERTED_ROWS,
              rows * ON_TOP,
              "few enough that vacuum comes before a checkpoint has written them");
      case Goal.ChangedBetweenAnalyzes _ -> tables(tune).flatMap(this::changedRows);
      case Goal.RoomForUpdates _ ->
          guarded(
              tune,
              TableFigure.MOVED_UPDATES,
              HARDLY_MOVED,
              "room is what few updates lack, 1 of 10");
      case Goal.OneIndexPass _ ->
          guarded(tune, TableFigure.INDEX_PASSES, 1, "one pass over the indexes");
      case Goal.AsleepAtMost(var share, _, _) ->
          guarded(tune, TableFigure.ASLEEP, share.fraction(), share + " of a vacuum's time");
      case Goal.FairCostShare _ ->
          guarded(tune, TableFigure.ASLEEP, HALF, "half of a vacuum's time");
      case Goal.WaitAtMost(var wait) ->
          guarded(
              tune,
              TableFigure.WAIT,
              (double) wait.toSeconds(),
              Quantities.duration(wait) + " until a worker comes");
      case Goal.DeadRowsAtLeast _,
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

  private Stream<Target> guarded(
      Remedy.Tune tune, TableFigure figure, double limit, String because) {
    return tables(tune).flatMap(each -> target(each, guard(figure, each, limit, because), none()));
  }

  private Stream<Target> changedRows(Relation relation) {
    return asked.change().stream()
        .flatMap(change ->
            change instanceof SettingChange.OfTable(_, var parameters)
                ? Stream.of(evidence.thresholds(relation, parameters).analyze())
                : Stream.<Float>empty())
        .flatMap(rows ->
            target(
                relation,
                guard(
                    TableFigure.CHANGED_ROWS,
                    relation,
                    rows * ON_TOP,
                    "%s changed rows, and a quarter more for the wait"
                        .formatted(Quantities.count((double) rows))),
                none()));
  }

  /// The table the goal is about; of one about the server, those past their threshold.
  private Stream<Relation> tables(Remedy.Tune tune) {
    return ClosedForm.relation(tune)
        .map(Stream::of)
        .orElseGet(() ->
            evidence.pastVacuumThreshold().stream()
                .filter(each -> evidence.options(each).state().isOn())
                .limit(TABLES));
  }

  /// Tables that will be forced together: no more at a time than the largest of them alone is.
  private Stream<Target> colliding() {
    var cohort =
        FreezeCohort.largest(evidence).stream()
            .filter(each -> !each.parameters().has("autovacuum_freeze_max_age"))
            .toList();
    double largest =
        cohort.stream()
            .mapToDouble(each -> (double) each.extent().size().or(Bytes.NONE).count())
            .max()
            .orElse(0);
    var guard =
        new Guard.OfServer(
            ServerFigure.FORCED_BYTES, largest * ON_TOP, "the largest of them, and a quarter more");
    double left =
        (double)
            (evidence.survey().settings().freezeMaxAge().count()
                - cohort.stream().mapToLong(FreezeCohort::age).min().orElse(0));
    return pace(left, evidence.xidsPerSecond()).stream()
        .flatMap(pace -> cohort.stream().map(each -> new Target(each, guard, none(), pace)));
  }

  private Guard deadRows(Relation relation, double rows) {
    return evidence.workload(relation).kind() == WorkloadClass.QUEUE_CHURN
        ? guard(
            TableFigure.DEAD_ROWS,
            relation,
            Math.max(HARMLESS, live(relation)),
            "a queue with as many dead rows as living ones, or 1,000")
        : guard(
            TableFigure.DEAD_ROWS,
            relation,
            Math.max(HARMLESS, rows * ON_TOP),
            "%s dead rows, and a quarter more for the wait".formatted(Quantities.count(rows)));
  }

  private static Guard guard(TableFigure figure, Relation relation, double limit, String because) {
    return new Guard.OfTable(figure, relation.key(), limit, because);
  }

  private static double live(Relation relation) {
    return relation
        .population()
        .flatMap(rows -> rows.live().map(Long::doubleValue))
        .or(relation.extent().rows().or(0.0));
  }

  private static SortedMap<String, String> none() {
    return new TreeMap<>();
  }

  /// None where nobody measured how fast the table changes.
  private Stream<Target> target(Relation relation, Guard guard, SortedMap<String, String> given) {
    var rates = evidence.workload(relation).rates();
    var thresholds = evidence.thresholds(relation);
    var figure = guard instanceof Guard.OfTable it ? it.figure() : TableFigure.DEAD_ROWS;
    var pace =
        switch (figure) {
          case INSERTED_ROWS ->
              pace(
                  thresholds.hasInsert() ? thresholds.insert() : thresholds.vacuum(),
                  rates.insertsPerSecond());
          case CHANGED_ROWS -> pace(thresholds.analyze(), rates.writtenRowsPerSecond());
          case DEAD_ROWS, INDEX_PASSES, ASLEEP, WAIT, MOVED_UPDATES ->
              pace(thresholds.vacuum(), rates.deadRowsPerSecond());
        };
    return cluster.table(relation.key()).filter(each -> isTold(figure, each)).isPresent()
        ? pace.stream().map(each -> new Target(relation, guard, given, each))
        : Stream.empty();
  }

  /// Before 16 nobody counts which updates lack room.
  private static boolean isTold(TableFigure figure, TableStart table) {
    return figure != TableFigure.MOVED_UPDATES || table.arrivals().movedUpdates() > 0;
  }

  private Optional<Duration> pace(double rows, OptionalDouble rate) {
    double nap = evidence.survey().settings().realOrDefault(Setting.AUTOVACUUM_NAPTIME);
    return rate.isEmpty() || rate.getAsDouble() <= 0
        ? Optional.empty()
        : Optional.of(Duration.ofSeconds((long) Math.max(nap, rows / rate.getAsDouble())));
  }
}
