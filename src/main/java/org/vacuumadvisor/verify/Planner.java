package org.vacuumadvisor.verify;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Plan;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.SettingValue;
import org.vacuumadvisor.verify.PlannedChange.Guard;
import org.vacuumadvisor.verify.PlannedChange.Guarded;
import org.vacuumadvisor.verify.PlannedChange.Promise;
import org.vacuumadvisor.verify.PlannedChange.Target;

/// Makes a plan of an assessment.
final class Planner {
  /// Autovacuum comes at its own pace: that many visits before a verdict.
  private static final int VISITS = 12;

  private static final Duration LATEST = Duration.ofDays(14);
  private static final Duration USUAL = Duration.ofDays(1);

  /// The limits of `advice.setting`, of the lab's count of harm (`docs/experiments/promises.md`),
  /// and what is common practice for standbys.
  private static final List<Guard> GUARDS =
      List.of(
          new Guard(Guarded.BUSY_WORKERS, 0.6, "the advisor recommends nothing beyond"),
          new Guard(Guarded.TABLE_SIZE, 1.1, "a tenth more counts as harm in the lab"),
          new Guard(
              Guarded.CANCELLED_VACUUMS, 2, "setting a storage parameter cancels one at most"),
          new Guard(
              Guarded.REPLICA_LAG_SECONDS, 60, "common practice: a minute behind is looked at"));

  private final Assessment assessment;
  private final Evidence evidence;

  Planner(Assessment assessment) {
    this.assessment = assessment;
    this.evidence = assessment.evidence();
  }

  /// In the order of the plan; what only a finding worth knowing asks for comes last.
  List<PlannedChange> changes() {
    var ordered =
        assessment.plan().steps().stream()
            .flatMap(step ->
                step.action() instanceof Plan.Action.Follow(var all) ? all.stream() : Stream.of());
    var changes = new ArrayList<PlannedChange>();
    Stream.concat(ordered, assessment.recommendations().stream())
        .distinct()
        .forEach(each -> change(each, changes.size() + 1).ifPresent(changes::add));
    return changes;
  }

  private Optional<PlannedChange> change(Recommendation each, int number) {
    if (each.change().isPresent()) {
      return Optional.of(
          switch (each.change().get()) {
            case SettingChange.OfServer(var setting, var value) ->
                change(each, number, Target.SERVER, List.of(server(setting, value)), null);
            case SettingChange.OfTable(var relation, var parameters) ->
                change(each, number, relation, new TreeMap<>(parameters));
          });
    }
    if (each.remedy() instanceof Remedy.ResetTable(var relation, var names)) {
      var unset = new TreeMap<String, @Nullable String>();
      names.forEach(name -> unset.put(name, null));
      return Optional.of(change(each, number, relation, unset));
    }
    return Optional.empty();
  }

  private PlannedChange change(
      Recommendation each, int number, Relation relation, Map<String, @Nullable String> wanted) {
    var values = new ArrayList<PlannedValue>();
    wanted.forEach((name, to) ->
        values.add(
            new PlannedValue(name, relation.parameters().text(name).orElse(null), to, null, null)));
    return change(each, number, target(relation, evidence), values, relation);
  }

  /// The options of a table; those of a TOAST table are set through its owner.
  static Target target(Relation relation, Evidence evidence) {
    return new Target(
        TableId.of(relation),
        relation.kind() == RelationKind.TOAST ? TableId.of(evidence.owner(relation)) : null);
  }

  private PlannedChange change(
      Recommendation each,
      int number,
      Target target,
      List<PlannedValue> values,
      @Nullable Relation relation) {
    var promise = promise(each);
    return new PlannedChange(
        number,
        each.title(),
        target,
        values,
        each.sql().orElse(null),
        each.undo().orElse(null),
        each.risk().takesEffect(),
        each.because(),
        promise,
        GUARDS,
        evidence.survey().takenAt().plus(wait(promise, relation)));
  }

  /// `ALTER SYSTEM` writes to `postgresql.auto.conf`: what stands there is the old value. Where
  /// nobody may see the file, a configured value may stand there.
  private PlannedValue server(Setting setting, String value) {
    var row = evidence.survey().settings().value(setting);
    return new PlannedValue(
        setting.parameter(),
        row.filter(Planner::isOfAlterSystem)
            .map(each -> each.written() == null ? each.setting() : each.written())
            .orElse(null),
        value,
        row.map(SettingValue::setting).orElse(null),
        row.map(SettingValue::unit).orElse(null));
  }

  private static boolean isOfAlterSystem(SettingValue row) {
    var file = row.sourceFile();
    return file == null
        ? "configuration file".equals(row.source())
        : file.endsWith("postgresql.auto.conf");
  }

  /// What the simulator promised; JSON has no number for what it could not end.
  private static @Nullable Promise promise(Recommendation each) {
    return each.expected() instanceof Effect.Simulated it
            && Stream.of(it.today(), it.after())
                .allMatch(band -> Double.isFinite(band.low() + band.likely() + band.high()))
        ? new Promise(it.figure(), it.table(), it.today(), it.after())
        : null;
  }

  /// How long until a verdict can be just.
  private Duration wait(@Nullable Promise promise, @Nullable Relation relation) {
    var visit =
        promise == null || relation == null
            ? OptionalDouble.empty()
            : seconds(promise.figure(), promise.after().likely(), relation);
    var wait =
        visit.isEmpty()
            ? USUAL
            : Duration.ofSeconds(
                (long) Math.min(VISITS * visit.getAsDouble(), (double) LATEST.toSeconds()));
    var soonest =
        Duration.ofSeconds(
            VISITS * (long) evidence.survey().settings().realOrDefault(Setting.AUTOVACUUM_NAPTIME));
    return Stream.of(wait, soonest).max(Comparator.naturalOrder()).orElseThrow();
  }

  /// How long a figure takes to grow to what is promised: from one visit to the next.
  private OptionalDouble seconds(Effect.Figure figure, double likely, Relation relation) {
    var rates = evidence.workload(relation).rates();
    var rate =
        switch (figure) {
          case DEAD_ROWS -> rates.deadRowsPerSecond();
          case INSERTED_ROWS -> rates.insertsPerSecond();
          case CHANGED_ROWS -> rates.writtenRowsPerSecond();
          case INDEX_PASSES, ASLEEP, WAIT, MOVED_UPDATES -> OptionalDouble.empty();
        };
    return rate.isPresent() && rate.getAsDouble() > 0
        ? OptionalDouble.of(likely / rate.getAsDouble())
        : OptionalDouble.empty();
  }
}
