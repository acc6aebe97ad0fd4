package org.vacuumadvisor.diagnosis.rule.setting;

import static org.vacuumadvisor.diagnosis.Provenance.CHOSEN;
import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.reading.Source;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;

/// Settings that put freezing off until there is no time left for it.
final class RiskyFreezing {
  private static final XidAge LITTLE_ROOM = new XidAge(1_500_000_000);
  private static final XidAge LESS_ROOM = new XidAge(1_000_000_000);
  private static final XidAge LATE_FAILSAFE = new XidAge(2_000_000_000);

  private static final XidAge LATEST_FORCED = new XidAge(500_000_000);

  private static final XidAge EARLY_FORCED = new XidAge(50_000_000);

  private RiskyFreezing() {}

  static Optional<Finding> maxAge(Evidence evidence) {
    var settings = evidence.survey().settings();
    var age = settings.freezeMaxAge();
    var stop = Wraparound.TRANSACTIONS.stopAge(settings.release());
    return settings.integer(Setting.AUTOVACUUM_FREEZE_MAX_AGE).isEmpty()
            || !age.exceeds(new XidAge(LESS_ROOM.count() - 1))
        ? Optional.empty()
        : Optional.of(
            RiskySetting.finding(
                age.exceeds(LITTLE_ROOM) ? Severity.WARNING : Severity.ADVICE,
                new Subject.Cluster(),
                "Freezing is forced only %s transactions before the server stops"
                    .formatted(Quantities.count(stop.minus(age).count())),
                List.of(
                    Fact.observed(
                        "autovacuum_freeze_max_age",
                        Quantities.count(age.count()),
                        new Source.Shown("pg_settings", "autovacuum_freeze_max_age")),
                    Fact.threshold(
                        "writes stop at",
                        Quantities.count(stop.count()),
                        ENGINE,
                        "SetTransactionIdLimit()"),
                    Fact.threshold(
                        "little room",
                        Quantities.count(LITTLE_ROOM.count()),
                        CHOSEN,
                        "PerformanceMonitor's last line, 74.5 % of the IDs, lies above it")),
                "A higher age does not save work, it puts it off: everything is then due at once,"
                    + " and if one vacuum fails there is no time left to find out why. The manual's"
                    + " default is 200 million.",
                List.of(
                    new Remedy.Tune(
                        new Subject.Cluster(),
                        Setting.AUTOVACUUM_FREEZE_MAX_AGE,
                        new Goal.Age(
                            LATEST_FORCED,
                            new Effect.Predicted(
                                "transactions between the forced vacuum and the stop",
                                Quantities.count(stop.minus(age).count()),
                                Quantities.count(stop.minus(LATEST_FORCED).count()),
                                Quantities.count(stop.minus(LATEST_FORCED).count()),
                                "the server's own limits; tables that are older than the new age"
                                    + " are vacuumed when it takes effect"))))));
  }

  /// Forced vacuums, one after the other, over rows that are not a quarter of the default old.
  static Optional<Finding> tooEarly(Evidence evidence) {
    var settings = evidence.survey().settings();
    var age = settings.freezeMaxAge();
    return settings.integer(Setting.AUTOVACUUM_FREEZE_MAX_AGE).isEmpty()
            || !EARLY_FORCED.exceeds(age)
        ? Optional.empty()
        : Optional.of(
            RiskySetting.finding(
                Severity.WARNING,
                new Subject.Cluster(),
                "Every table is vacuumed by force once it is %s transactions old"
                    .formatted(Quantities.count(age.count())),
                List.of(
                    Fact.observed(
                        "autovacuum_freeze_max_age",
                        Quantities.count(age.count()),
                        new Source.Shown("pg_settings", "autovacuum_freeze_max_age")),
                    Fact.threshold(
                        "too low",
                        "less than " + Quantities.count(EARLY_FORCED.count()),
                        CHOSEN,
                        "a quarter of the default, 200 million, and vacuum_freeze_min_age,"
                            + " which is cut to half of it")),
                "A forced vacuum gives way to no one who waits for its lock, and comes whether"
                    + " anything is dead or not. With a limit this low it comes to every table"
                    + " again and again, and wraparound is two billion transactions away.",
                List.of(
                    new Remedy.Tune(
                        new Subject.Cluster(),
                        Setting.AUTOVACUUM_FREEZE_MAX_AGE,
                        new Goal.ReleaseDefault(
                            new Effect.Predicted(
                                "age at which a vacuum is forced",
                                Quantities.count(age.count()),
                                "200,000,000",
                                "200,000,000",
                                "the server's own rule"))))));
  }

  /// The setting itself: that the server waits for 105 % of `autovacuum_freeze_max_age`, whatever
  /// it says, is a matter of that one.
  static Optional<Finding> failsafe(Evidence evidence) {
    var age = evidence.survey().settings().integer(Setting.VACUUM_FAILSAFE_AGE);
    return age.isEmpty() || age.getAsLong() <= LATE_FAILSAFE.count()
        ? Optional.empty()
        : Optional.of(
            RiskySetting.finding(
                Severity.WARNING,
                new Subject.Cluster(),
                "The failsafe against wraparound would come too late",
                List.of(
                    Fact.observed(
                        "vacuum_failsafe_age",
                        Quantities.count(age.getAsLong()),
                        new Source.Shown("pg_settings", "vacuum_failsafe_age")),
                    Fact.threshold("default", "1,600,000,000", ENGINE, "its default")),
                "From this age on a vacuum drops everything that is not freezing. Set so high, no"
                    + " time is left for it to finish before the server stops writing.",
                List.of(
                    new Remedy.Tune(
                        new Subject.Cluster(),
                        Setting.VACUUM_FAILSAFE_AGE,
                        new Goal.ReleaseDefault(
                            new Effect.NotPredicted(
                                "it is a last resort that should never be needed"))))));
  }
}
