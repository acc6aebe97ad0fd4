package org.vacuumadvisor.diagnosis.rule.wraparound;

import java.util.Optional;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.FreezeFigures;
import org.vacuumadvisor.evidence.ServerEvidence;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;
import org.vacuumadvisor.workload.Confidence;

/// What the number of transaction IDs that a server has given out tells where no age is shown: past
/// the limit, whatever was not frozen since is frozen by force.
final class IdsGivenOut {
  private IdsGivenOut() {}

  static Optional<Finding> pastTheLimit(ServerEvidence server, Rule rule) {
    var given = server.all().survey().server().nextXid();
    var limit = FreezeFigures.freezeMaxAge(server);
    boolean isPast =
        server.all().isPieced()
            && given.isKnown()
            && limit.isKnown()
            && given.known().get() > limit.known().get().count();
    return isPast ? Optional.of(finding(rule, given, limit)) : Optional.empty();
  }

  private static Finding finding(Rule rule, Reading<Long> given, Reading<XidAge> limit) {
    boolean isAssumed = limit instanceof Reading.Known<XidAge>(_, Source.Assumed _);
    return rule.found(
            Severity.INFO,
            "Vacuums to prevent wraparound are routine here: %s transaction IDs were given out",
            Quantities.count(given.or(0L)))
        .observed("transaction IDs given out", given)
        .engine(
            "forced from",
            limit.or(XidAge.NONE),
            "autovacuum_freeze_max_age" + (isAssumed ? ", its default: not shown" : ""))
        .because(
            "IDs are those of the whole server: databases and tables that nobody writes to get old"
                + " as well, and autovacuum freezes them once they are autovacuum_freeze_max_age"
                + " transactions old. That is no fault. Their age goes on growing afterwards; a"
                + " later vacuum skips the pages that are frozen already.")
        .confidence(isAssumed ? Confidence.MEDIUM : Confidence.HIGH)
        .toBeCertain("The ages of the databases tell which of them are next.")
        .act(
            "Run VACUUM (FREEZE) once, at a quiet hour, in each database or table that is no"
                + " longer written to. Fewer transactions (imports in batches) put off the"
                + " next round.")
        .build();
  }
}
