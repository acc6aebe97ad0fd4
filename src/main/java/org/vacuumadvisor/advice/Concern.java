package org.vacuumadvisor.advice;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Situation;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.tuning.Guard;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.WorkloadClass;

/// A number that is asked for, and what it is asked for: figures of tables that should stay within
/// bounds. The number itself is left to the search.
///
/// @param targets at least one
record Concern(Asked asked, List<Target> targets) {
  private static final String SCALE_FACTOR = "autovacuum_vacuum_scale_factor";
  private static final String INSERT_THRESHOLD = "autovacuum_vacuum_insert_threshold";

  /// More rows die while autovacuum naps and works.
  private static final double ON_TOP = 1.25;

  /// A queue may have so many dead rows whatever it has alive.
  private static final double HARMLESS = 1_000;

  private static final double HALF = 0.5;
  private static final double NAPS = 2;
  private static final int TABLES = 3;

  /// A figure of a table and its bound.
  ///
  /// @param given storage parameters that go along with those looked for
  /// @param pace how long it takes today until autovacuum comes; the search has to see it come
  record Target(Relation relation, Guard guard, SortedMap<String, String> given, Duration pace) {}

  Concern {
    targets = List.copyOf(targets);
  }

  /// The longest pace of its tables.
  Duration pace() {
    return targets.stream().map(Target::pace).max(Comparator.naturalOrder()).orElseThrow();
  }

  /// None where it is not a number that the simulator can tell anything of.
  static Stream<Concern> of(Asked asked, Situation situation) {
    var targets = new Reader(asked, situation).targets().toList();
    return targets.isEmpty() ? Stream.empty() : Stream.of(new Concern(asked, targets));
  }

  private record Reader(Asked asked, Situation situation) {
    Stream<Target> targets() {
      return switch (asked.remedy()) {
        case Remedy.TuneTable(Relation relation, var parameters, _) ->
            ofTable(relation, parameters);
        case Remedy.TuneServer(Setting setting, _, _) -> ofServer(setting);
        case Remedy.EndSession _,
            Remedy.FinishPrepared _,
            Remedy.DropSlot _,
            Remedy.CatchUp _,
            Remedy.RelieveStandby _,
            Remedy.ResetTable _,
            Remedy.VacuumNow _,
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
      var given = new TreeMap<>(parameters);
      if (parameters.containsKey(SCALE_FACTOR) && isLowered(relation, parameters)) {
        given.keySet().removeAll(List.of(SCALE_FACTOR, "autovacuum_vacuum_threshold"));
        double rows = situation.thresholds(relation, parameters).vacuum();
        return target(relation, deadRows(relation, rows), given);
      }
      if (parameters.containsKey(INSERT_THRESHOLD)) {
        double rows = Double.parseDouble(parameters.get(INSERT_THRESHOLD));
        given
            .keySet()
            .removeAll(List.of(INSERT_THRESHOLD, "autovacuum_vacuum_insert_scale_factor"));
        return target(
            relation,
            guard(
                Guard.Kind.INSERTED_ROWS,
                relation,
                rows * ON_TOP,
                "few enough that vacuum comes before a checkpoint has written them"),
            given);
      }
      return Stream.empty();
    }

    private boolean isLowered(Relation relation, Map<String, String> parameters) {
      return situation.thresholds(relation, parameters).vacuum()
          < situation.thresholds(relation).vacuum();
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
                            guard(Guard.Kind.ASLEEP, each, HALF, "half of a vacuum's time"),
                            none()));
        case AUTOVACUUM_MAX_WORKERS -> waiting();
        case AUTOVACUUM_WORK_MEM ->
            tables()
                .flatMap(each ->
                    target(
                        each,
                        guard(Guard.Kind.INDEX_PASSES, each, 1, "one pass over the indexes"),
                        none()));
        // the other settings decide nothing that a search could find
        default -> Stream.empty();
      };
    }

    private Stream<Target> waiting() {
      double nap = situation.survey().settings().realOrDefault(Setting.AUTOVACUUM_NAPTIME);
      return tables()
          .flatMap(each ->
              target(
                  each,
                  guard(Guard.Kind.WAIT, each, NAPS * nap, "twice autovacuum_naptime"),
                  none()));
    }

    /// The table the finding is about; of one about the server, those past their threshold.
    private Stream<Relation> tables() {
      return switch (asked.finding().subject()) {
        case Subject.OfRelation(Relation relation) -> Stream.of(relation);
        case Subject.OfIndex(Relation table, _) -> Stream.of(table);
        case Subject.Cluster _, Subject.OfDatabase _ ->
            situation.pastVacuumThreshold().stream()
                .filter(each -> situation.options(each).state().isOn())
                .limit(TABLES);
      };
    }

    private Guard deadRows(Relation relation, double rows) {
      return situation.workload(relation).kind() == WorkloadClass.QUEUE_CHURN
          ? guard(
              Guard.Kind.DEAD_ROWS,
              relation,
              Math.max(HARMLESS, live(relation)),
              "a queue with as many dead rows as living ones, or 1,000")
          : guard(
              Guard.Kind.DEAD_ROWS,
              relation,
              Math.max(HARMLESS, rows * ON_TOP),
              "%s dead rows, and a quarter more for the wait".formatted(Quantities.count(rows)));
    }

    private static Guard guard(Guard.Kind kind, Relation relation, double limit, String because) {
      return Guard.of(kind, relation.key(), limit, because);
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
      var rates = situation.workload(relation).rates();
      var thresholds = situation.thresholds(relation);
      boolean isOfInserts = guard.kind() == Guard.Kind.INSERTED_ROWS;
      var rate = isOfInserts ? rates.insertsPerSecond() : rates.deadRowsPerSecond();
      double rows =
          isOfInserts && thresholds.hasInsert() ? thresholds.insert() : thresholds.vacuum();
      return pace(rows, rate).stream().map(pace -> new Target(relation, guard, given, pace));
    }

    private Optional<Duration> pace(double rows, OptionalDouble rate) {
      double nap = situation.survey().settings().realOrDefault(Setting.AUTOVACUUM_NAPTIME);
      return rate.isEmpty() || rate.getAsDouble() <= 0
          ? Optional.empty()
          : Optional.of(Duration.ofSeconds((long) Math.max(nap, rows / rate.getAsDouble())));
    }
  }
}
