package org.vacuumadvisor.diagnosis.logged;

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
import org.vacuumadvisor.model.run.NoticeKind;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.workload.Confidence;

/// The server says that autovacuum did not start.
final class AutovacuumDisabled implements Rule {
  @Override
  public String id() {
    return "autovacuum-disabled";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence)
        .flatMap(logs -> logs.history().notices(NoticeKind.AUTOVACUUM_MISCONFIGURED).stream())
        .map(told ->
            new Finding(
                id(),
                Severity.CRITICAL,
                new Subject.Cluster(),
                "Autovacuum is blind: track_counts is off",
                List.of(
                    Told.times(told, "autovacuum not started because of misconfiguration"),
                    Fact.threshold("default", "on", Provenance.ENGINE, "PostgreSQL")),
                "Without row counts autovacuum never knows that a table needs it. Only the vacuums"
                    + " that prevent transaction ID wraparound still run.",
                Confidence.HIGH,
                null,
                List.of(
                    new Remedy.Tune(
                        new Subject.Cluster(),
                        Setting.TRACK_COUNTS,
                        new Goal.Switched(
                            true,
                            new Effect.NotPredicted("it restores what autovacuum goes by"))))));
  }
}
