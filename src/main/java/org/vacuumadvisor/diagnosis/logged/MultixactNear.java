package org.vacuumadvisor.diagnosis.logged;

import java.util.ArrayList;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.model.run.NoticeKind;
import org.vacuumadvisor.workload.Confidence;

/// The server warns that multixact IDs run out, or refuses to assign any.
final class MultixactNear implements Rule {
  @Override
  public String id() {
    return "multixact-near";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence)
        .flatMap(logs ->
            Stream.of(NoticeKind.MULTIXACT_STOP, NoticeKind.MULTIXACT_WARNING)
                .flatMap(kind -> logs.history().notices(kind).stream())
                .limit(1)
                .map(told -> finding(told, logs)));
  }

  private Finding finding(Occurrences told, LogCase logs) {
    boolean isStopped = told.last().kind() == NoticeKind.MULTIXACT_STOP;
    var facts = new ArrayList<Fact>();
    facts.add(Told.times(told, isStopped ? "refused" : "warned"));
    if (!isStopped) {
      facts.add(
          Told.by(
              told.last(),
              "multixacts left",
              Told.count(told.last().figures().transactionsLeft())));
    }
    facts.add(
        Fact.threshold(
            "it warns with less than",
            "10, from 14 on 40, from 19 on 100 million left",
            Provenance.ENGINE,
            "SetMultiXactIdLimit()"));
    return new Finding(
        id(),
        Severity.CRITICAL,
        WraparoundNear.subject(told.last()),
        isStopped
            ? "The server refuses row locks: %s is out of multixact IDs"
                .formatted(WraparoundNear.database(told.last()))
            : "The server warns that multixact IDs of %s run out"
                .formatted(WraparoundNear.database(told.last())),
        facts,
        "A multixact is assigned when several transactions lock one row at a time, as foreign keys"
            + " and SELECT … FOR SHARE do. Old ones are cleared by VACUUM like transaction IDs, and"
            + " no further than the oldest transaction that runs.",
        Confidence.HIGH,
        "SELECT datname, mxid_age(datminmxid) FROM pg_database ORDER BY 2 DESC;",
        WraparoundNear.remedies(told.last(), logs));
  }
}
