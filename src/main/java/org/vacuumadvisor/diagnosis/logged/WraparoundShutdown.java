package org.vacuumadvisor.diagnosis.logged;

import java.util.List;
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

/// The server has stopped assigning transaction IDs.
final class WraparoundShutdown implements Rule {
  @Override
  public String id() {
    return "wraparound-shutdown";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence)
        .flatMap(logs ->
            logs.history().notices(NoticeKind.WRAPAROUND_STOP).stream()
                .map(told -> finding(told, logs)));
  }

  private Finding finding(Occurrences told, LogCase logs) {
    return new Finding(
        id(),
        Severity.CRITICAL,
        WraparoundNear.subject(told.last()),
        "The server refuses to write: %s is out of transaction IDs"
            .formatted(WraparoundNear.database(told.last())),
        List.of(
            Told.times(told, "commands refused"),
            Fact.threshold(
                "it stops with less than",
                "1, from 14 on 3 million left",
                Provenance.ENGINE,
                "SetTransactionIdLimit()")),
        "Nothing is lost. Reads still work, and so does VACUUM in a normal session: it needs no"
            + " transaction ID. End old transactions, finish prepared ones, drop abandoned slots,"
            + " then VACUUM the oldest tables of that database, without FULL; from 14 on"
            + " single-user mode is not needed, whatever the message's hint says.",
        Confidence.HIGH,
        "SELECT datname, age(datfrozenxid) FROM pg_database ORDER BY 2 DESC;",
        WraparoundNear.remedies(told.last(), logs));
  }
}
