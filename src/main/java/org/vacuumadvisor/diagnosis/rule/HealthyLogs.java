package org.vacuumadvisor.diagnosis.rule;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.Counts;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// The same word, where all that is known comes from logs.
final class HealthyLogs {
  private static final Duration A_DAY = Duration.ofDays(1);
  private static final long MANY = 20;

  private HealthyLogs() {}

  /// Nothing can be called healthy of which nothing is told; an ANALYZE tells nothing of vacuums.
  static Optional<Finding> finding(Evidence evidence) {
    return evidence
        .history()
        .filter(told -> told.sum(Counts::vacuums) > 0)
        .map(HealthyLogs::finding);
  }

  private static Finding finding(History told) {
    long vacuums = told.sum(Counts::vacuums);
    boolean isLong =
        told.sum(Counts::automatic) >= MANY
            && told.span().filter(span -> span.compareTo(A_DAY) >= 0).isPresent();
    return new Finding(
        Healthy.ID,
        Severity.INFO,
        new Subject.Cluster(),
        vacuums == 1
            ? "Nothing is wrong with this vacuum"
            : "Nothing is wrong with these %s".formatted(Quantities.counted(vacuums, "vacuum")),
        List.of(
            Fact.observed("vacuums examined", vacuums, "the input"),
            Fact.observed(
                "time covered",
                told.span().map(Quantities::duration).orElse("unknown"),
                "first and last entry"),
            Fact.observed("rules that were asked", RuleBook.RULES.size(), "docs/rules"),
            Fact.threshold(
                "enough for medium confidence",
                "%s automatic vacuums over a day".formatted(Quantities.count(MANY)),
                Provenance.CHOSEN,
                "nights and days differ")),
        "Dead rows kept from being removed, repeated index scans and cancelled runs are within the"
            + " limits of the rules. A log tells nothing of tables that vacuum does not come to, of"
            + " bloat that is there already, nor of the age of the oldest transaction ID.",
        isLong ? Confidence.MEDIUM : Confidence.LOW,
        "vacuum-advisor advise CONNECTION --log FILE looks at the server as well.",
        List.of());
  }
}
