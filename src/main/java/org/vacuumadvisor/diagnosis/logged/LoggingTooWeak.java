package org.vacuumadvisor.diagnosis.logged;

import java.time.Duration;
import java.util.List;
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
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// A log that holds only long vacuums: the server was told to leave the others out.
final class LoggingTooWeak implements Rule {
  private static final long ENOUGH = 5;
  private static final double LONG_SECONDS = 10;

  @Override
  public String id() {
    return "logging-too-weak";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence)
        .filter(logs -> logs.history().automaticSeconds().count() >= ENOUGH)
        .filter(logs -> logs.history().automaticSeconds().least() >= LONG_SECONDS)
        .map(this::finding);
  }

  private Finding finding(LogCase logs) {
    var seconds = logs.history().automaticSeconds();
    return new Finding(
        id(),
        Severity.ADVICE,
        new Subject.Cluster(),
        "The log leaves out short vacuums: none of these took less than "
            + Quantities.seconds(seconds.least()),
        List.of(
            Fact.observed(
                "shortest of %s automatic vacuums".formatted(Quantities.count(seconds.count())),
                Quantities.seconds(seconds.least()),
                "these logs"),
            Fact.threshold(
                "default",
                "-1 up to 14: none is logged; from 15 on those of 10 minutes and more",
                Provenance.ENGINE,
                "log_autovacuum_min_duration"),
            Fact.threshold(
                "suspicious from",
                "%s, of %d runs and more".formatted(Quantities.seconds(LONG_SECONDS), ENOUGH),
                Provenance.CONVENTION,
                "ours: every server has small tables that are vacuumed in less")),
        "How often tables are vacuumed, how long they wait, and what the small ones cost cannot be"
            + " told from such a log. An entry for each run costs the server next to nothing.",
        Confidence.MEDIUM,
        null,
        List.of(
            new Remedy.Tune(
                new Subject.Cluster(),
                Setting.LOG_AUTOVACUUM_MIN_DURATION,
                new Goal.Time(
                    Duration.ZERO,
                    new Effect.NotPredicted("it changes what is logged, nothing else")))));
  }
}
