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
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.model.run.NoticeKind;
import org.vacuumadvisor.model.run.Run;
import org.vacuumadvisor.model.run.Trait;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// Vacuums that dropped everything but freezing, because a table was dangerously old.
final class FailsafeActive implements Rule {
  private static final int TABLES_SHOWN = 3;

  @Override
  public String id() {
    return "failsafe-active";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence).flatMap(this::examine);
  }

  private Stream<Finding> examine(LogCase logs) {
    var tables =
        logs.tables()
            .filter(each -> each.counts().failsafe() > 0 || each.count(NoticeKind.FAILSAFE) > 0)
            .toList();
    return tables.isEmpty() ? Stream.empty() : Stream.of(finding(tables, logs));
  }

  private Finding finding(List<TableHistory> tables, LogCase logs) {
    var peoples = tables.stream().filter(each -> !each.isSystem() && !each.isToast()).toList();
    var named = peoples.isEmpty() ? tables : peoples;
    return new Finding(
        id(),
        Severity.CRITICAL,
        tables.size() == 1 ? logs.subject(tables.getFirst()) : new Subject.Cluster(),
        "Vacuum is in failsafe mode at %s%s: transaction IDs ran far towards wraparound"
            .formatted(
                logs.name(named.getFirst()),
                tables.size() > 1
                    ? " and " + Quantities.counted(tables.size() - 1L, "other table")
                    : ""),
        facts(named, logs),
        "Past vacuum_failsafe_age a vacuum only freezes: it leaves out the indexes, truncation, and"
            + " all delays, so that the age comes down in time. That is right, and must not be"
            + " stopped. But it means that vacuum could not freeze these tables for a very long"
            + " time: look for what kept it away (a held horizon, cancelled or missing vacuums)."
            + " The dead index entries it left are to be removed afterwards.",
        Confidence.HIGH,
        "SELECT datname, age(datfrozenxid) FROM pg_database; shows whether the age comes down.",
        remedies(named, logs));
  }

  private static List<Fact> facts(List<TableHistory> tables, LogCase logs) {
    var facts = new ArrayList<Fact>();
    for (var each : tables.subList(0, Math.min(TABLES_SHOWN, tables.size()))) {
      each.milestones()
          .latest()
          .filter(run -> run.is(Trait.FAILSAFE))
          .ifPresentOrElse(
              run -> facts.add(Told.by(run, logs.name(each), advance(run))),
              () ->
                  each.notices(NoticeKind.FAILSAFE)
                      .ifPresent(
                          told -> facts.add(Told.times(told, logs.name(each) + ": failsafe"))));
    }
    facts.add(
        Fact.threshold(
            "failsafe from",
            "an age of %s by default".formatted(Quantities.count(1_600_000_000L)),
            Provenance.ENGINE,
            "vacuum_failsafe_age, at least 105 % of autovacuum_freeze_max_age"));
    return facts;
  }

  private static String advance(Run run) {
    var advance = run.outcome().newRelfrozenXid();
    return advance == null
        ? "the age did not come down, or the log does not say"
        : "relfrozenxid moved on by " + Quantities.count(advance.ahead());
  }

  private static List<Remedy> remedies(List<TableHistory> tables, LogCase logs) {
    var remedies = new ArrayList<Remedy>();
    remedies.add(
        new Remedy.Inquire(
            "Make sure that nobody holds back the horizon", HolderQuery.SQL, Optional.empty()));
    tables.stream()
        .filter(logs::isNamed)
        .limit(1)
        .forEach(each ->
            remedies.add(
                new Remedy.VacuumNow(List.of(logs.relation(each)), List.of("INDEX_CLEANUP ON"))));
    return remedies;
  }
}
