package org.vacuumadvisor.diagnosis.rule;

import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.AutovacuumState;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// Autovacuum is switched off: on the server, for want of counters, or for a table, in whatever
/// spelling PostgreSQL takes for "off". Only the rule against wraparound still works.
final class AutovacuumDisabled implements Rule {
  private static final String TABLE_SWITCH = "autovacuum_enabled";

  @Override
  public String id() {
    return "autovacuum-disabled";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    if (evidence.survey().server().standby()) {
      return Stream.empty();
    }
    return Stream.concat(
        Stream.of(Setting.AUTOVACUUM, Setting.TRACK_COUNTS)
            .filter(each -> evidence.survey().settings().bool(each).filter(on -> !on).isPresent())
            .map(each -> onServer(each, evidence)),
        evidence.survey().relations().stream()
            .filter(Relation::isAutovacuumed)
            .filter(each -> isOff(each, evidence))
            .sorted(Comparator.comparingLong(HeldRows::deadRows).reversed())
            .map(each -> onTable(each, evidence)));
  }

  /// Its own switch, read apart from the server's: a table stays off when the server is on again.
  private static boolean isOff(Relation relation, Evidence evidence) {
    return relation.parameters().bool(TABLE_SWITCH).filter(on -> !on).isPresent()
        || evidence.options(relation).state() == AutovacuumState.OFF_FOR_TABLE;
  }

  private Finding onServer(Setting setting, Evidence evidence) {
    var value = evidence.survey().settings().value(setting).orElseThrow();
    var past = evidence.pastVacuumThreshold();
    return new Finding(
        id(),
        Severity.CRITICAL,
        new Subject.Cluster(),
        setting == Setting.AUTOVACUUM
            ? "Autovacuum is switched off on the server"
            : "Autovacuum is blind: track_counts is off",
        List.of(
            Fact.observed(
                setting.parameter(),
                value.setting(),
                "pg_settings, set by: " + (value.source() == null ? "unknown" : value.source())),
            Fact.observed(
                "tables past their vacuum threshold",
                Quantities.count(past.size()),
                "pg_stat_all_tables.n_dead_tup against relation_needs_vacanalyze()"),
            Fact.threshold("default", "on", Provenance.ENGINE, "PostgreSQL")),
        (setting == Setting.AUTOVACUUM
                ? "No table is vacuumed or analyzed by itself. "
                : "Without row counts autovacuum never knows that a table needs it. ")
            + "Dead rows pile up, plans go by stale statistics, and the visibility map decays. Only"
            + " the vacuums that prevent transaction ID wraparound still run, late and all at"
            + " once.",
        Confidence.HIGH,
        null,
        List.of(
            new Remedy.Tune(
                new Subject.Cluster(),
                setting,
                new Goal.Switched(
                    true, new Effect.NotPredicted("it restores what PostgreSQL is built on")))));
  }

  private Finding onTable(Relation relation, Evidence evidence) {
    var dead = relation.population().map(rows -> Quantities.count(rows.dead())).or("unknown");
    boolean isPast = evidence.isPastVacuumThreshold(relation);
    return new Finding(
        id(),
        isPast ? Severity.WARNING : Severity.ADVICE,
        new Subject.OfRelation(relation),
        "Autovacuum is switched off for " + Names.of(relation, evidence),
        List.of(
            Fact.observed(
                TABLE_SWITCH,
                relation.parameters().text(TABLE_SWITCH).orElse("off"),
                "pg_class.reloptions"),
            Fact.observed("dead rows", dead, "pg_stat_all_tables.n_dead_tup"),
            Fact.threshold(
                "vacuum threshold if it were on",
                Quantities.count(evidence.thresholds(relation).vacuum()),
                Provenance.ENGINE,
                "relation_needs_vacanalyze()")),
        "Nobody vacuums or analyzes this table but people and jobs. Often the switch was set for a "
            + "load and forgotten. The vacuum against wraparound comes all the same, and then "
            + "everything is to do at once.",
        Confidence.HIGH,
        null,
        List.of(new Remedy.ResetTable(relation, new TreeSet<>(List.of(TABLE_SWITCH)))));
  }
}
