package org.vacuumadvisor.advice;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Concern.Target;
import org.vacuumadvisor.diagnosis.FreezeCohort;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.forecast.Cluster;
import org.vacuumadvisor.forecast.TableStart;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.tuning.Guard;
import org.vacuumadvisor.tuning.ServerFigure;
import org.vacuumadvisor.tuning.TableFigure;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.WorkloadClass;

/// Reads out of what a rule asks for which figures it is about, and what it says is enough.
record ConcernReader(Asked asked, Evidence evidence, Cluster cluster) {
  private static final String SCALE_FACTOR = "autovacuum_vacuum_scale_factor";
  private static final String THRESHOLD = "autovacuum_vacuum_threshold";
  private static final String ANALYZE_SCALE_FACTOR = "autovacuum_analyze_scale_factor";
  private static final String ANALYZE_THRESHOLD = "autovacuum_analyze_threshold";
  private static final String INSERT_SCALE_FACTOR = "autovacuum_vacuum_insert_scale_factor";
  private static final String INSERT_THRESHOLD = "autovacuum_vacuum_insert_threshold";
  private static final String FILLFACTOR = "fillfactor";

  /// More rows die or change while autovacuum naps and works.
  private static final double ON_TOP = 1.25;

  /// A queue may have so many dead rows whatever it has alive.
  private static final double HARMLESS = 1_000;

  private static final double HALF = 0.5;
  private static final double NAPS = 2;
  private static final int TABLES = 3;

  /// The rule finds that room is not what updates lack where fewer of them than this leave their
  /// page.
  private static final double HARDLY_MOVED = 0.1;

  Stream<Target> targets() {
    return switch (asked.remedy()) {
      case Remedy.TuneTable(Relation relation, var parameters, _) -> ofTable(relation, parameters);
      case Remedy.TuneServer(Setting setting, _, _) -> ofServer(setting);
      case Remedy.VacuumNow _ ->
          asked.finding().id().equals("freeze-collision") ? colliding() : Stream.empty();
      case Remedy.EndSession _,
          Remedy.FinishPrepared _,
          Remedy.DropSlot _,
          Remedy.CatchUp _,
          Remedy.RelieveStandby _,
          Remedy.ResetTable _,
          Remedy.FreezeDatabase _,
          Remedy.AnalyzeNow _,
          Remedy.AnalyzeDatabase _,
          Remedy.Ask _,
          Remedy.RewriteTable _,
          Remedy.RebuildIndex _,
          Remedy.Inquire _,
          Remedy.Act _ ->
          Stream.empty();
    };
  }

  private Stream<Target> ofTable(Relation relation, SortedMap<String, String> parameters) {
    if (parameters.containsKey(SCALE_FACTOR) && isLowered(relation, parameters)) {
      double rows = evidence.thresholds(relation, parameters).vacuum();
      return target(
          relation, deadRows(relation, rows), without(parameters, SCALE_FACTOR, THRESHOLD));
    }
    if (parameters.containsKey(INSERT_THRESHOLD)) {
      double rows = Double.parseDouble(parameters.get(INSERT_THRESHOLD));
      return target(
          relation,
          guard(
              TableFigure.INSERTED_ROWS,
              relation,
              rows * ON_TOP,
              "few enough that vacuum comes before a checkpoint has written them"),
          without(parameters, INSERT_THRESHOLD, INSERT_SCALE_FACTOR));
    }
    if (parameters.containsKey(ANALYZE_SCALE_FACTOR)) {
      double rows = evidence.thresholds(relation, parameters).analyze();
      return target(
          relation,
          guard(
              TableFigure.CHANGED_ROWS,
              relation,
              rows * ON_TOP,
              "%s changed rows, and a quarter more for the wait".formatted(Quantities.count(rows))),
          without(parameters, ANALYZE_SCALE_FACTOR, ANALYZE_THRESHOLD));
    }
    return parameters.containsKey(FILLFACTOR)
        ? target(
            relation,
            guard(
                TableFigure.MOVED_UPDATES,
                relation,
                HARDLY_MOVED,
                "room is what few updates lack, 1 of 10"),
            none())
        : Stream.empty();
  }

  private static SortedMap<String, String> without(
      SortedMap<String, String> parameters, String... names) {
    var rest = new TreeMap<>(parameters);
    rest.keySet().removeAll(List.of(names));
    return rest;
  }

  private boolean isLowered(Relation relation, Map<String, String> parameters) {
    return evidence.thresholds(relation, parameters).vacuum()
        < evidence.thresholds(relation).vacuum();
  }

  private Stream<Target> ofServer(Setting setting) {
    return switch (setting) {
      case AUTOVACUUM_NAPTIME ->
          tables().flatMap(each -> target(each, deadRows(each, live(each)), none()));
      case AUTOVACUUM_VACUUM_COST_LIMIT, AUTOVACUUM_VACUUM_COST_DELAY ->
          asked.finding().id().equals("worker-starvation")
              ? waiting()
              : tables()
                  .flatMap(each ->
                      target(
                          each,
                          guard(TableFigure.ASLEEP, each, HALF, "half of a vacuum's time"),
                          none()));
      case AUTOVACUUM_MAX_WORKERS -> waiting();
      case AUTOVACUUM_WORK_MEM ->
          tables()
              .flatMap(each ->
                  target(
                      each,
                      guard(TableFigure.INDEX_PASSES, each, 1, "one pass over the indexes"),
                      none()));
      // the other settings decide nothing that a search could find
      default -> Stream.empty();
    };
  }

  private Stream<Target> waiting() {
    double nap = evidence.survey().settings().realOrDefault(Setting.AUTOVACUUM_NAPTIME);
    return tables()
        .flatMap(each ->
            target(
                each,
                guard(TableFigure.WAIT, each, NAPS * nap, "twice autovacuum_naptime"),
                none()));
  }

  /// The table the finding is about; of one about the server, those past their threshold.
  private Stream<Relation> tables() {
    return switch (asked.finding().subject()) {
      case Subject.OfRelation(Relation relation) -> Stream.of(relation);
      case Subject.OfIndex(Relation table, _) -> Stream.of(table);
      case Subject.Cluster _, Subject.OfDatabase _ ->
          evidence.pastVacuumThreshold().stream()
              .filter(each -> evidence.options(each).state().isOn())
              .limit(TABLES);
    };
  }

  /// Tables that will be forced together: no more at a time than the largest of them alone is.
  private Stream<Target> colliding() {
    var cohort =
        FreezeCohort.largest(evidence).stream()
            .filter(each -> !each.parameters().has("autovacuum_freeze_max_age"))
            .toList();
    double largest =
        cohort.stream().mapToDouble(each -> (double) each.extent().size().count()).max().orElse(0);
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
        .map(rows -> (double) rows.live())
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
