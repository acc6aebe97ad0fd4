package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;
import org.vacuumadvisor.workload.Confidence;

/// The server assigns no transaction ID, or no multixact ID, any more: it only reads, and vacuums.
final class WraparoundShutdown implements Rule {
  @Override
  public String id() {
    return "wraparound-shutdown";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return evidence.survey().databases().stream()
        .filter(each -> isStopped(each, evidence))
        .sorted(Comparator.comparing((Database each) -> each.ages().xid()).reversed())
        .map(each -> finding(each, evidence));
  }

  /// Whether a database keeps the server from assigning IDs of either kind.
  static boolean isStopped(Database database, Evidence evidence) {
    return isOutOfTransactions(database, evidence) || isOutOfMultixacts(database, evidence);
  }

  static boolean isOutOfTransactions(Database database, Evidence evidence) {
    var stop = Wraparound.TRANSACTIONS.stopAge(evidence.survey().server().release());
    return !stop.exceeds(database.ages().xid());
  }

  private static boolean isOutOfMultixacts(Database database, Evidence evidence) {
    var stop = Wraparound.MULTIXACTS.stopAge(evidence.survey().server().release());
    return !stop.exceeds(new XidAge(database.ages().multixact()));
  }

  private Finding finding(Database database, Evidence evidence) {
    var release = evidence.survey().server().release();
    boolean isOfTransactions = isOutOfTransactions(database, evidence);
    var kind = isOfTransactions ? Wraparound.TRANSACTIONS : Wraparound.MULTIXACTS;
    long age = isOfTransactions ? database.ages().xid().count() : database.ages().multixact();
    return new Finding(
        id(),
        Severity.CRITICAL,
        new Subject.OfDatabase(database.name()),
        "The server stops writing: database %s is past the limit of %s IDs"
            .formatted(database.name(), isOfTransactions ? "transaction" : "multixact"),
        List.of(
            Fact.observed(
                "age of the oldest ID",
                Quantities.count(age),
                isOfTransactions
                    ? "age(pg_database.datfrozenxid)"
                    : "mxid_age(pg_database.datminmxid)"),
            Fact.threshold(
                "writes stop at",
                Quantities.count(kind.stopAge(release).count()),
                ENGINE,
                isOfTransactions ? "SetTransactionIdLimit()" : "SetMultiXactIdLimit()"),
            Fact.observed(
                "who holds the horizon",
                evidence.survey().horizonHolders().isEmpty()
                    ? "nobody is seen"
                    : Quantities.counted(evidence.survey().horizonHolders().size(), "holder"),
                "pg_stat_activity, pg_prepared_xacts, pg_replication_slots, pg_stat_replication")),
        "Every statement that needs an ID fails; reads and VACUUM work. First end whoever holds the"
            + " horizon: old transactions, prepared ones, slots. Then VACUUM the database, plainly:"
            + " VACUUM FULL and truncation need an ID themselves. Single-user mode is not needed,"
            + " and slower: it is one process without autovacuum.",
        Confidence.HIGH,
        null,
        database.connectable()
            ? List.of(
                new Remedy.FreezeDatabase(
                    database.name(), evidence.survey().settings().freezeTableAge()))
            : List.of());
  }
}
