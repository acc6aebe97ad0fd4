package org.vacuumadvisor.verify;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
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
import org.vacuumadvisor.verify.PlannedChange.Target;

/// Makes a plan of an assessment.
final class Planner {
  /// Autovacuum comes at its own pace: that many visits before a verdict.
  private static final int VISITS = 12;

  private static final Duration LATEST = Duration.ofDays(14);
  private static final Duration USUAL = Duration.ofDays(1);

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
    return switch (each.change().orElse(null)) {
      case SettingChange.OfServer(var setting, var value) ->
          Optional.of(change(each, number, null, List.of(server(setting, value))));
      case SettingChange.OfTable(var relation, var parameters) ->
          Optional.of(
              change(each, number, relation, values(relation, parameters.keySet(), parameters)));
      case null ->
          each.remedy() instanceof Remedy.ResetTable(var relation, var names)
              ? Optional.of(change(each, number, relation, values(relation, names, Map.of())))
              : Optional.empty();
    };
  }

  /// @param to the new values; what has none is reset
  private static List<PlannedValue> values(
      Relation relation, Collection<String> names, Map<String, String> to) {
    return names.stream()
        .sorted()
        .map(name ->
            new PlannedValue(name, relation.parameters().text(name).orElse(null), to.get(name)))
        .toList();
  }

  /// The options of a table; those of a TOAST table are set through its owner.
  static Target target(Relation relation, Evidence evidence) {
    return new Target(
        TableId.of(relation),
        relation.kind() == RelationKind.TOAST ? TableId.of(evidence.owner(relation)) : null);
  }

  /// @param relation null for the server
  private PlannedChange change(
      Recommendation each, int number, @Nullable Relation relation, List<PlannedValue> values) {
    var naptime = evidence.survey().settings().realOrDefault(Setting.AUTOVACUUM_NAPTIME);
    var soonest =
        Duration.ofSeconds(VISITS * (long) naptime); // the launcher has to come some times
    var wait = relation == null ? USUAL : wait(each, relation);
    return new PlannedChange(
        number,
        each.title(),
        relation == null ? Target.SERVER : target(relation, evidence),
        values,
        each.sql().orElse(null),
        each.undo().orElse(null),
        each.because(),
        promised(each),
        Guard.ALL,
        evidence.survey().takenAt().plus(wait.compareTo(soonest) < 0 ? soonest : wait));
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
  private static Effect.@Nullable Simulated promised(Recommendation each) {
    return each.expected() instanceof Effect.Simulated it
            && Stream.of(it.today(), it.after())
                .allMatch(band -> Double.isFinite(band.low() + band.likely() + band.high()))
        ? it
        : null;
  }

  /// Some visits of autovacuum: each comes when the figure has grown to what is promised.
  private Duration wait(Recommendation each, Relation relation) {
    var promise = promised(each);
    if (promise == null) {
      return USUAL;
    }
    var rates = evidence.workload(relation).rates();
    var rate =
        switch (promise.figure()) {
          case DEAD_ROWS -> rates.deadRowsPerSecond();
          case INSERTED_ROWS -> rates.insertsPerSecond();
          case CHANGED_ROWS -> rates.writtenRowsPerSecond();
          case INDEX_PASSES, ASLEEP, WAIT, MOVED_UPDATES -> OptionalDouble.empty();
        };
    return rate.stream()
        .filter(perSecond -> perSecond > 0)
        .mapToObj(perSecond -> VISITS * promise.after().likely() / perSecond)
        .map(seconds -> Duration.ofSeconds((long) Math.min(seconds, (double) LATEST.toSeconds())))
        .findFirst()
        .orElse(USUAL);
  }
}
