package org.vacuumadvisor.advice.setting;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;

/// The thresholds of one table that make autovacuum come at a given number of rows
/// (`relation_needs_vacanalyze()`). As few parameters as possible are changed.
record ThresholdNumbers(Evidence evidence) {
  private static final long DEFAULT_BASE = 50;
  private static final double LEAST_SCALE_FACTOR = 0.001;

  /// The scale factor. A base above the default would still be added, whoever set it, so it goes
  /// back to that.
  Proposal deadRows(Relation relation, Goal.DeadRowsAtMost goal) {
    double tableRows = Math.max(1, relation.get(TableKeys.RELTUPLES).or(counted(relation)));
    double today = evidence.thresholds(relation).vacuum();
    var parameters = new TreeMap<>(inheritedBy(relation));
    parameters.put(
        "autovacuum_vacuum_scale_factor", Quantities.number(scaleFactor(goal.rows() / tableRows)));
    if (evidence.options(relation).vacuumThreshold().value() > DEFAULT_BASE) {
      parameters.put("autovacuum_vacuum_threshold", Long.toString(DEFAULT_BASE));
    }
    double after = evidence.thresholds(relation, parameters).vacuum();
    var often =
        evidence
            .workload(relation)
            .rates()
            .deadRowsPerSecond()
            .filter(rate -> rate > 0)
            .map(rate ->
                "; at the measured rate a vacuum every %s instead of every %s"
                    .formatted(Quantities.seconds(after / rate), Quantities.seconds(today / rate)))
            .orElse("");
    return new Proposal(
        new SettingChange.OfTable(relation, parameters),
        new Effect.Predicted(
            "dead rows when autovacuum comes",
            today,
            after,
            "the server's own arithmetic on %s rows; chosen: %s%s"
                .formatted(Quantities.count(tableRows), goal.because(), often)));
  }

  /// A TOAST table without storage parameters of its own takes those of its table. That ends with
  /// the first that is set for it, so the others have to be set with it.
  Map<String, String> inheritedBy(Relation relation) {
    var release = evidence.release();
    return relation.kind() == RelationKind.TOAST && relation.parameters().isEmpty()
        ? evidence.owner(relation).parameters().values().entrySet().stream()
            .filter(each ->
                Setting.ofStorageParameter(each.getKey())
                    .filter(setting -> setting.isToastParameterIn(release))
                    .isPresent())
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue))
        : Map.of();
  }

  /// Rounded to one significant digit.
  private static double scaleFactor(double share) {
    double exact = Math.max(LEAST_SCALE_FACTOR, share);
    double digit = Math.pow(10, Math.floor(Math.log10(exact)));
    return Math.round(exact / digit) * digit;
  }

  Proposal leastDeadRows(Relation relation, Goal.DeadRowsAtLeast goal) {
    return ClosedForm.ofTable(
        relation,
        "autovacuum_vacuum_threshold",
        Long.toString(Math.round(goal.rows())),
        new Effect.Predicted(
            "vacuums a day",
            Quantities.count(goal.vacuumsPerDay()),
            "0",
            Quantities.count(
                Math.ceil(goal.vacuumsPerDay() * Math.min(1, goal.removedEach() / goal.rows()))),
            "as many dead rows a day, one vacuum for each %s of them"
                .formatted(Quantities.count(goal.rows()))));
  }

  Proposal insertedRows(Relation relation, Goal.InsertsBetweenVacuums goal) {
    var thresholds = evidence.thresholds(relation);
    var parameters = new TreeMap<String, String>();
    parameters.put("autovacuum_vacuum_insert_scale_factor", "0");
    parameters.put("autovacuum_vacuum_insert_threshold", Long.toString(Math.round(goal.rows())));
    return new Proposal(
        new SettingChange.OfTable(relation, parameters),
        new Effect.Predicted(
            "rows inserted when autovacuum comes",
            thresholds.hasInsert() ? Quantities.count(thresholds.insert()) : "it does not come",
            goal.rows(),
            "the server's own arithmetic; chosen: " + goal.because()));
  }

  private static double counted(Relation relation) {
    return (double)
        (relation.counted(TableKeys.N_LIVE_TUP) + relation.counted(TableKeys.N_DEAD_TUP));
  }

  Proposal changedRows(Relation relation, Goal.ChangedBetweenAnalyzes goal) {
    var parameters = new TreeMap<String, String>();
    parameters.put("autovacuum_analyze_scale_factor", Quantities.number(goal.share().fraction()));
    if (evidence.options(relation).analyzeThreshold().value() > DEFAULT_BASE) {
      parameters.put("autovacuum_analyze_threshold", Long.toString(DEFAULT_BASE));
    }
    double after = evidence.thresholds(relation, parameters).analyze();
    return new Proposal(
        new SettingChange.OfTable(relation, parameters),
        new Effect.Predicted(
            "changed rows when autovacuum analyzes",
            evidence.thresholds(relation).analyze(),
            after,
            "the server's own arithmetic on %s rows"
                .formatted(Quantities.count(relation.get(TableKeys.RELTUPLES).or(0.0)))));
  }
}
