package org.vacuumadvisor.diagnosis.logged;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.action.HolderQuery;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.model.run.Notice;
import org.vacuumadvisor.model.run.NoticeKind;
import org.vacuumadvisor.workload.Confidence;

/// The server itself warns that a database comes near wraparound.
final class WraparoundNear implements Rule {
  @Override
  public String id() {
    return "wraparound-near";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence)
        .flatMap(logs ->
            logs.history().notices(NoticeKind.WRAPAROUND_WARNING).stream()
                .map(told -> finding(told, logs)));
  }

  private Finding finding(Occurrences told, LogCase logs) {
    var last = told.last();
    return new Finding(
        id(),
        Severity.CRITICAL,
        subject(last),
        "The server warns: %s must be vacuumed within %s transactions"
            .formatted(database(last), Told.count(last.figures().transactionsLeft())),
        facts(told),
        "When no transaction IDs are left, the server stops assigning them, and all writes fail."
            + " Autovacuum has tried to prevent that for long and did not succeed: look first for"
            + " whoever holds back the horizon, then vacuum the oldest tables. Reads and VACUUM"
            + " work to the end; single-user mode is not needed.",
        Confidence.HIGH,
        "SELECT datname, age(datfrozenxid) FROM pg_database ORDER BY 2 DESC;",
        remedies(last, logs));
  }

  private static List<Fact> facts(Occurrences told) {
    var facts = new ArrayList<Fact>();
    facts.add(
        Told.by(
            told.last(),
            "transactions left",
            Told.count(told.last().figures().transactionsLeft())));
    if (told.count() > 1) {
      facts.add(Told.times(told, "warned"));
      facts.add(
          Told.by(
              told.first(),
              "left when it first warned here",
              Told.count(told.first().figures().transactionsLeft())));
    }
    facts.add(
        Fact.threshold(
            "it warns with less than",
            "11, from 14 on 40, from 19 on 100 million left",
            Provenance.ENGINE,
            "SetTransactionIdLimit()"));
    return facts;
  }

  static Subject subject(Notice notice) {
    var database = notice.name().database();
    return database == null ? new Subject.Cluster() : new Subject.OfDatabase(database);
  }

  static String database(Notice notice) {
    var database = notice.name().database();
    var oid = notice.figures().databaseOid();
    return database != null
        ? "database " + database
        : oid != null ? "the database with OID " + oid : "a database";
  }

  static List<Remedy> remedies(Notice notice, LogCase logs) {
    var remedies = new ArrayList<Remedy>();
    remedies.add(
        new Remedy.Inquire(
            "Find out who holds back the horizon", HolderQuery.SQL, Optional.empty()));
    var database = notice.name().database();
    if (database != null) {
      remedies.add(
          new Remedy.FreezeDatabase(
              database, logs.evidence().survey().settings().freezeTableAge()));
    }
    return remedies;
  }
}
