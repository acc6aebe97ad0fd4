package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Situation;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.Machinery;
import org.vacuumadvisor.model.TableLock;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// Vacuum cannot get at a table: a session holds a lock on it that vacuum does not go with, or a
/// cursor rests on one of its pages.
final class LockBlocked implements Rule {
  @Override
  public String id() {
    return "lock-blocked";
  }

  @Override
  public Stream<Finding> examine(Situation situation) {
    if (situation.survey().server().standby()) {
      return Stream.empty();
    }
    var locks = situation.survey().machinery().locks();
    return Stream.of(
            locks.stream()
                .filter(each -> !each.granted() && each.isOfAutovacuum())
                .flatMap(each -> waiting(each, situation).stream()),
            locks.stream()
                .filter(each -> each.granted() && !each.isOfAutovacuum())
                .flatMap(each -> passedBy(each, situation).stream()),
            situation.survey().machinery().workers().or(List.of()).stream()
                .filter(each -> each.waitsFor().or("").equals("BufferPin"))
                .flatMap(each -> pinned(each, situation).stream()))
        .flatMap(each -> each);
  }

  /// Only a vacuum to prevent wraparound waits for a lock.
  private Optional<Finding> waiting(TableLock lock, Situation situation) {
    return situation
        .relation(lock.relation())
        .map(relation -> {
          var holders = Lockers.of(lock, situation);
          return new Finding(
              id(),
              Severity.WARNING,
              new Subject.OfRelation(relation),
              "The vacuum of %s that prevents wraparound waits for a lock"
                  .formatted(Names.of(relation, situation)),
              Stream.concat(
                      Stream.of(
                          Fact.observed(
                              "waits", lock.task().or(""), "pg_locks, pg_stat_activity.query")),
                      holders.facts())
                  .toList(),
              "This vacuum has to come and therefore waits, where any other would pass the table"
                  + " by. It can begin only when whoever holds the lock is done.",
              Confidence.HIGH,
              null,
              holders.remedies());
        });
  }

  /// An ordinary worker passes a locked table by, each time it comes.
  private Optional<Finding> passedBy(TableLock lock, Situation situation) {
    return situation
        .relation(lock.relation())
        .filter(each -> situation.isPastVacuumThreshold(each) || situation.isForced(each))
        .filter(each -> situation.options(each).state().isOn() || situation.isForced(each))
        .filter(_ -> isLong(lock, situation) && !isVacuum(lock, situation))
        .map(relation -> {
          var holders = Lockers.of(lock.pid(), situation);
          return new Finding(
              id(),
              Severity.WARNING,
              new Subject.OfRelation(relation),
              "A lock on %s keeps autovacuum away".formatted(Names.of(relation, situation)),
              Stream.of(
                      Stream.of(
                          Fact.observed(
                              "dead rows",
                              "%s, threshold %s"
                                  .formatted(
                                      Quantities.count(HeldRows.deadRows(relation)),
                                      Quantities.count(situation.thresholds(relation).vacuum())),
                              "pg_stat_all_tables.n_dead_tup")),
                      holders.facts(),
                      Stream.of(
                          Fact.threshold(
                              "long",
                              "longer than " + Quantities.duration(nap(situation)),
                              ENGINE,
                              "autovacuum_naptime: so often it looks at the table")))
                  .flatMap(each -> each)
                  .toList(),
              "Vacuum needs a lock on the table that goes with reading and writing, but not with"
                  + " this one. Autovacuum does not wait for it: it passes the table by and tries"
                  + " again after autovacuum_naptime.",
              Confidence.HIGH,
              null,
              holders.remedies());
        });
  }

  private static Duration nap(Situation situation) {
    return Duration.ofSeconds(
        situation.survey().settings().integerOrDefault(Setting.AUTOVACUUM_NAPTIME));
  }

  private static boolean isLong(TableLock lock, Situation situation) {
    return lock.since()
        .known()
        .map(since -> Duration.between(since, situation.survey().takenAt()))
        .filter(held -> held.compareTo(nap(situation)) > 0)
        .isPresent();
  }

  private static boolean isVacuum(TableLock lock, Situation situation) {
    return situation.survey().machinery().vacuums().stream()
        .anyMatch(each -> each.pid() == lock.pid());
  }

  private Optional<Finding> pinned(Machinery.Worker worker, Situation situation) {
    return situation.survey().machinery().vacuums().stream()
        .filter(each -> each.pid() == worker.pid())
        .flatMap(each -> situation.relation(each.database(), each.relation().or(0L)).stream())
        .findFirst()
        .map(relation ->
            new Finding(
                id(),
                Severity.ADVICE,
                new Subject.OfRelation(relation),
                "The vacuum of %s waits for a page that someone rests on"
                    .formatted(Names.of(relation, situation)),
                List.of(
                    Fact.observed("worker", worker.task(), "pg_stat_activity.query"),
                    Fact.observed("it waits for", "BufferPin", "pg_stat_activity.wait_event"),
                    Fact.threshold(
                        "a page is cleaned",
                        "when nobody else has it pinned",
                        ENGINE,
                        "LockBufferForCleanup()")),
                "A vacuum that has to freeze waits for every page it needs to change. A cursor that"
                    + " is open and not read on keeps its page pinned for as long as it stands"
                    + " still.",
                Confidence.MEDIUM,
                "Another look some minutes later: a moment's wait is normal.",
                List.of(
                    new Remedy.Act(
                        "Look for an open cursor on %s: a session in a transaction that reads it in"
                                .formatted(Names.of(relation, situation))
                            + " portions."))));
  }
}
