package org.vacuumadvisor.diagnosis.rule;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.TableLock;
import org.vacuumadvisor.unit.Quantities;

/// Sessions that hold locks on a table in the way of a vacuum.
record Lockers(List<TableLock> locks, Evidence evidence) {

  /// Those that a waiting session waits for.
  static Lockers of(TableLock waiting, Evidence evidence) {
    return new Lockers(
        evidence.survey().machinery().locks().stream()
            .filter(each -> each.granted() && waiting.blockers().contains(each.pid()))
            .filter(each -> each.relation().equals(waiting.relation()))
            .toList(),
        evidence);
  }

  static Lockers of(int pid, Evidence evidence) {
    return new Lockers(
        evidence.survey().machinery().locks().stream()
            .filter(each -> each.granted() && each.pid() == pid)
            .limit(1)
            .toList(),
        evidence);
  }

  /// The program and the user of a session, as far as they are known.
  static String who(TableLock lock) {
    var program = lock.application().isEmpty() ? "a session" : lock.application();
    return lock.user().isEmpty() ? program : program + " of " + lock.user();
  }

  Stream<Fact> facts() {
    return locks.stream()
        .map(each ->
            Fact.observed(
                "session " + each.pid(),
                "%s holds %s%s"
                    .formatted(
                        who(each),
                        each.mode(),
                        each.since()
                            .known()
                            .map(since ->
                                ", in a transaction for "
                                    + Quantities.duration(
                                        Duration.between(since, evidence.survey().takenAt())))
                            .orElse("")),
                "pg_locks, pg_stat_activity"));
  }

  List<Remedy> remedies() {
    return locks.stream()
        .<Remedy>map(each ->
            new Remedy.Act(
                "Let session %d finish what it does, or end it with pg_terminate_backend(%d) if"
                        .formatted(each.pid(), each.pid())
                    + " nobody needs that."))
        .distinct()
        .toList();
  }
}
