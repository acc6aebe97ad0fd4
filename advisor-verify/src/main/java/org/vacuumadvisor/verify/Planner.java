package org.vacuumadvisor.verify;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Plan;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.SettingValue;
import org.vacuumadvisor.report.Change;
import org.vacuumadvisor.verify.PlannedChange.Guard;
import org.vacuumadvisor.verify.PlannedChange.Target;

/// Makes a plan of an assessment.
record Planner(Assessment assessment, Evidence evidence) {
  /// Autovacuum comes at its own pace: that many visits before a verdict.
  private static final int VISITS = 12;

  private static final Duration LATEST = Duration.ofDays(14);
  private static final Duration USUAL = Duration.ofDays(1);

  /// In the order of the plan; what only a finding worth knowing asks for comes last.
  List<PlannedChange> changes() {
    var ordered = assessment.plan().steps().stream().flatMap(Plan.Step::followed);
    var changes = new ArrayList<PlannedChange>();
    Stream.concat(ordered, assessment.recommendations().stream())
        .distinct()
        .forEach(each -> change(each, changes.size() + 1).ifPresent(changes::add));
    return changes;
  }

  private Optional<PlannedChange> change(Recommendation each, int number) {
    var relation = each.appliesTo() instanceof Subject.OfRelation(var table) ? table : null;
    return Change.of(each)
        .map(of ->
            change(
                each,
                number,
                relation,
                Stream.concat(of.set().keySet().stream(), of.reset().stream())
                    .map(name -> value(name, of.set().get(name), relation))
                    .toList()));
  }

  /// @param to null for RESET
  /// @param relation null for the server
  private PlannedValue value(String name, @Nullable String to, @Nullable Relation relation) {
    if (relation != null) {
      return new PlannedValue(name, relation.parameters().text(name).orElse(null), to);
    }
    var row = evidence.survey().settings().value(name);
    return new PlannedValue(
        name,
        null,
        to,
        row.map(SettingValue::setting).orElse(null),
        row.map(SettingValue::unit).orElse(null));
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
