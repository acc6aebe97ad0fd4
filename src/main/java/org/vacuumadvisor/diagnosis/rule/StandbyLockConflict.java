package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.CONVENTION;
import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// Queries on a standby are cancelled because the primary took a table for itself, as a vacuum does
/// for a moment when it gives empty pages back. Feedback does not help against that.
final class StandbyLockConflict implements Rule {
  private static final long MANY = 10;

  @Override
  public String id() {
    return "standby-lock-conflict";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return evidence.survey().server().standby()
        ? evidence.survey().databases().stream().flatMap(each -> finding(each, evidence).stream())
        : Stream.empty();
  }

  private Optional<Finding> finding(Database database, Evidence evidence) {
    var conflicts = database.conflicts().known();
    if (conflicts.isEmpty()) {
      return Optional.empty();
    }
    var before =
        evidence
            .older()
            .flatMap(older -> older.database(database.name()))
            .flatMap(each -> each.conflicts().known());
    long recent = before.map(each -> conflicts.get().lock() - each.lock()).orElse(0L);
    if (recent <= 0 && conflicts.get().lock() < MANY) {
      return Optional.empty();
    }
    boolean feedback =
        evidence.survey().settings().bool(Setting.HOT_STANDBY_FEEDBACK).orElse(false);
    return Optional.of(
        new Finding(
            id(),
            recent > 0 ? Severity.WARNING : Severity.ADVICE,
            new Subject.OfDatabase(database.name()),
            "Queries on this standby were cancelled %s for a lock of the primary"
                .formatted(
                    recent > 0
                        ? Quantities.counted(recent, "time") + " since the first survey"
                        : Quantities.counted(conflicts.get().lock(), "time")),
            List.of(
                Fact.observed(
                    "cancelled for a lock",
                    Quantities.count(conflicts.get().lock()),
                    "pg_stat_database_conflicts.confl_lock"),
                Fact.observed(
                    "cancelled for rows that vacuum removed",
                    Quantities.count(conflicts.get().snapshot()),
                    "pg_stat_database_conflicts.confl_snapshot"),
                Fact.observed("hot_standby_feedback", feedback ? "on" : "off", "pg_settings"),
                Fact.threshold(
                    "many", Quantities.count(MANY) + ", or one in the window", CONVENTION, "ours"),
                Fact.threshold(
                    "a query may delay replay for",
                    evidence
                        .survey()
                        .settings()
                        .value("max_standby_streaming_delay")
                        .map(each -> each.setting() + " ms")
                        .orElse("30 s, the default"),
                    ENGINE,
                    "max_standby_streaming_delay")),
            "DDL, and a vacuum that cuts empty pages off the end of a table, take ACCESS EXCLUSIVE"
                + " on the primary; when that is replayed, queries of the table have to go."
                + " hot_standby_feedback keeps rows for the standby, it does not keep locks away.",
            Confidence.MEDIUM,
            "The standby's log: it names the query that was cancelled.",
            List.of(
                new Remedy.Act(
                    "On the primary, set vacuum_truncate = off for tables that shrink and are read"
                        + " here, queues above all."))));
  }
}
