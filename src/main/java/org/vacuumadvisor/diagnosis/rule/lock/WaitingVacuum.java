package org.vacuumadvisor.diagnosis.rule.lock;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.TableLock;

/// A session that waits for a lock with VACUUM, or a worker of autovacuum that does, of which
/// nobody shows the table: `ps` tells no more.
///
/// @param vacuum that session
/// @param behind how many others wait for a lock
/// @param idle those that are idle in transaction in its database: one of them may hold the lock
record WaitingVacuum(Backend vacuum, long behind, List<Backend> idle) {
  private static final String SHOWN = "their state, as shown";

  static Optional<WaitingVacuum> in(Evidence evidence) {
    var machinery = evidence.machinery();
    var told = machinery.locks().stream().map(TableLock::pid).collect(Collectors.toSet());
    var waiting = machinery.sessions().stream().filter(Backend::waitsForLock).toList();
    return waiting.stream()
        .filter(each -> each.isWorker() || each.runsVacuum())
        .filter(each -> each.blockers().isEmpty())
        .filter(each -> each.pid().known().filter(told::contains).isEmpty())
        .findFirst()
        .map(vacuum ->
            new WaitingVacuum(
                vacuum,
                waiting.size() - 1L,
                machinery.sessions().stream()
                    .filter(Backend::isIdleInTransaction)
                    .filter(each -> each.database().equals(vacuum.database()))
                    .toList()));
  }

  private String who() {
    return vacuum.isWorker()
        ? "A worker of autovacuum (pid %s)".formatted(pid(vacuum))
        : "VACUUM by session " + pid(vacuum);
  }

  Finding finding(Rule rule) {
    return rule.warning(
            "%s waits for a lock%s",
            who(),
            behind == 0
                ? ""
                : behind == 1
                    ? ", and another one does, too"
                    : ", and %d others do, too".formatted(behind))
        .observed("waits for a lock", who(), "its state, as shown")
        .observed("other sessions that wait for a lock", behind, SHOWN)
        .observed(
            "idle in transaction in the same database, so one of them may hold it",
            idle.stream().map(WaitingVacuum::pid).collect(Collectors.joining(", ")),
            SHOWN)
        .engine(
            vacuum.isWorker() ? "a worker waits" : "VACUUM waits",
            vacuum.isWorker()
                ? "only in a vacuum to prevent wraparound; in any other it passes the table by"
                : "for every lock but those of reading and writing, VACUUM FULL for those, too",
            vacuum.isWorker() ? "vacuum_open_relation()" : "lock conflict table")
        .explained("unknown-table")
        .toBeCertain(Question.BLOCKERS.ask() + ".")
        .ask(Question.BLOCKERS)
        .build();
  }

  static String pid(Backend session) {
    return session.pid().map(Object::toString).or("unknown");
  }
}
