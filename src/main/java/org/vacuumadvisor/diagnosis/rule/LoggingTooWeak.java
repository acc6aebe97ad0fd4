package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.CONVENTION;
import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// Autovacuum works much and leaves no trace in the log: whatever goes wrong with it cannot be read
/// anywhere.
final class LoggingTooWeak implements Rule {
  private static final long VACUUMS_WORTH_A_WORD = 1_000;

  /// What a run may take and stay untold, in milliseconds.
  private static final Duration WANTED = Duration.ofSeconds(1);

  @Override
  public String id() {
    return "logging-too-weak";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    var settings = evidence.survey().settings();
    var least = settings.milliseconds(Setting.LOG_AUTOVACUUM_MIN_DURATION);
    long runs =
        evidence.survey().relations().stream()
            .mapToLong(each -> each.maintenance().autovacuums())
            .sum();
    return evidence.survey().server().standby()
            || least.isEmpty()
            || least.getAsDouble() >= 0
            || runs < VACUUMS_WORTH_A_WORD
        ? Stream.empty()
        : Stream.of(
            new Finding(
                id(),
                Severity.ADVICE,
                new Subject.Cluster(),
                "Autovacuum leaves no trace in the log",
                List.of(
                    Fact.observed(
                        "log_autovacuum_min_duration", "-1, nothing is logged", "pg_settings"),
                    Fact.observed(
                        "vacuums by autovacuum so far",
                        Quantities.count(runs),
                        "pg_stat_all_tables.autovacuum_count"),
                    Fact.threshold(
                        "worth a log",
                        Quantities.count(VACUUMS_WORTH_A_WORD),
                        CONVENTION,
                        "ours: fewer have nothing to tell"),
                    Fact.threshold(
                        "default since 15", "runs of 10 min and more", ENGINE, "PostgreSQL")),
                "Counters tell that a table was vacuumed, the log what it cost: how long it took,"
                    + " what it read, how often it scanned the indexes, what it could not remove,"
                    + " and whether it was cancelled.",
                Confidence.HIGH,
                null,
                List.of(
                    new Remedy.Tune(
                        new Subject.Cluster(),
                        Setting.LOG_AUTOVACUUM_MIN_DURATION,
                        new Goal.Time(
                            WANTED,
                            new Effect.NotPredicted(
                                "a few log lines for each run that takes a second and more"))))));
  }
}
