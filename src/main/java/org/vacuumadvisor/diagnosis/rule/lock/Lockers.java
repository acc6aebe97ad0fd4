package org.vacuumadvisor.diagnosis.rule.lock;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.action.HeldSince;
import org.vacuumadvisor.action.Permission;
import org.vacuumadvisor.action.Preconditions;
import org.vacuumadvisor.action.Rewrites;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.TableLock;
import org.vacuumadvisor.unit.Quantities;

/// Sessions that hold locks on a table in the way of a vacuum, and those at the head of the queue.
///
/// @param heads who waits for nobody and keeps all others waiting
/// @param behindPrepared whether a prepared transaction does
record Lockers(
    List<TableLock> locks, List<Backend> heads, boolean behindPrepared, Evidence evidence) {
  /// Those that a waiting session waits for.
  static Lockers of(TableLock waiting, Evidence evidence) {
    var locks =
        evidence.machinery().locks().stream()
            .filter(each -> each.granted() && waiting.blockers().contains(each.pid()))
            .filter(each -> each.relation().equals(waiting.relation()))
            .toList();
    var heads =
        waiting.blockers().stream()
            .filter(pid -> pid > 0)
            .map(pid -> session(pid, locks, evidence))
            .flatMap(blocker -> headsOf(blocker, evidence))
            .distinct()
            .toList();
    return new Lockers(locks, heads, waiting.blockers().contains(0), evidence);
  }

  /// The one that holds a lock.
  static Lockers ofHeld(TableLock lock, Evidence evidence) {
    var locks = List.of(lock);
    var heads = headsOf(session(lock.pid(), locks, evidence), evidence).toList();
    return new Lockers(locks, heads, false, evidence);
  }

  private static Stream<Backend> headsOf(Backend blocker, Evidence evidence) {
    return blocker.blockers().isEmpty()
        ? Stream.of(blocker)
        : new Preconditions(evidence.survey()).rootsOf(blocker).stream();
  }

  /// The session of a pid; where none was seen, what its locks tell of it.
  private static Backend session(int pid, List<TableLock> locks, Evidence evidence) {
    return locks.stream()
        .filter(each -> each.pid() == pid)
        .findFirst()
        .map(lock -> session(lock, evidence))
        .or(() -> evidence.machinery().session(pid))
        .orElseGet(() -> Backend.unseen(pid, "", ""));
  }

  /// The one that has a lock, or wants it.
  static Backend session(TableLock lock, Evidence evidence) {
    return evidence
        .machinery()
        .session(lock.pid())
        .orElseGet(() -> Backend.unseen(lock.pid(), lock.user(), lock.application()));
  }

  /// The program and the user of a session, as far as they are known.
  static String who(TableLock lock) {
    var program = lock.application().isEmpty() ? "a session" : lock.application();
    return lock.user().isEmpty() ? program : program + " of " + lock.user();
  }

  /// Behind whom it waits, to follow "waits for a lock"; empty where nobody is known.
  String inWords() {
    if (heads.isEmpty()) {
      return behindPrepared ? ", behind a prepared transaction" : "";
    }
    var first = heads.getFirst();
    var work = new Rewrites(evidence.survey()).by(first);
    var who = work.map(each -> each + " by ").orElse("") + first.fullName();
    return heads.size() == 1
        ? ", behind " + who
        : ", behind %s and %s"
            .formatted(who, Quantities.counted(heads.size() - 1L, "other session"));
  }

  Stream<Fact> facts() {
    return Stream.concat(granted(), heads.stream().flatMap(each -> seen(each).stream()));
  }

  /// What is known of a session at the head of the queue whose lock was not shown.
  private Optional<Fact> seen(Backend head) {
    boolean isTold = locks.stream().anyMatch(each -> head.pid().or(0) == each.pid());
    var state = head.state().known();
    var open =
        HeldSince.ofTransaction(head, evidence.survey())
            .map(since ->
                "in a transaction for at least " + Quantities.duration(evidence.ago(since.time())));
    var words = Stream.of(head.who(), state, open).flatMap(Optional::stream).collect(joining(", "));
    return isTold || words.isEmpty()
        ? Optional.empty()
        : Optional.of(Fact.observed(head.name(), words, new Source.Shown("pg_stat_activity", "")));
  }

  private Stream<Fact> granted() {
    return locks.stream()
        .map(each ->
            Fact.observed(
                "session " + each.pid(),
                "%s holds %s%s"
                    .formatted(
                        who(each),
                        each.mode(),
                        each.since()
                            .map(since ->
                                ", in a transaction for "
                                    + Quantities.duration(evidence.ago(since)))
                            .or("")),
                "pg_locks, pg_stat_activity"));
  }

  static Remedy findPrepared(Optional<String> database) {
    return new Remedy.Inquire(
        "Find out which prepared transaction has the lock", Question.PREPARED_LOCKS, database);
  }

  /// Whether one at the head is not to be ended yet: a VACUUM by hand waits until it lets go, where
  /// an ordinary worker only comes again.
  boolean areToBeWaitedFor() {
    var preconditions = new Preconditions(evidence.survey());
    return heads.stream()
        .anyMatch(each -> preconditions.ending(each) instanceof Permission.Forbidden);
  }

  /// What opens the queue: to end who is at its head, if that may be done.
  ///
  /// @param what whom they keep waiting, in words
  List<Remedy> remedies(String what) {
    return heads.stream().<Remedy>map(head -> new Remedy.EndBlocker(head, what)).toList();
  }
}
