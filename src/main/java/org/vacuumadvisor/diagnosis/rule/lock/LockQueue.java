package org.vacuumadvisor.diagnosis.rule.lock;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.vacuumadvisor.action.Permission;
import org.vacuumadvisor.action.Preconditions;
import org.vacuumadvisor.action.Rewrites;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Holding;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.Command;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableLock;
import org.vacuumadvisor.postgres.LockMode;
import org.vacuumadvisor.unit.Quantities;

/// Sessions wait for a lock that a transaction has, or behind a statement that waits for it.
/// Vacuums that wait are for [LockBlocked] to tell, a standby's replay for [StandbyLockConflict];
/// but a VACUUM FULL keeps readers waiting while it waits.
public final class LockQueue implements Rule {
  /// Ten times `deadlock_timeout`, after which the server itself logs a wait. Our choice.
  private static final Duration LONG = Duration.ofSeconds(10);

  /// So long, or so many, and people notice. Our choice.
  private static final Duration VERY_LONG = Duration.ofMinutes(1);

  private static final int MANY = 3;

  /// No statement of use rewrites anything in less. Our choice.
  private static final Duration AT_ONCE = Duration.ofSeconds(1);

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    var preconditions = new Preconditions(evidence.survey());
    var queues = new LinkedHashMap<Optional<Backend>, List<Backend>>();
    for (var waiter : evidence.machinery().sessions()) {
      var root = roots(waiter, preconditions).findFirst();
      boolean isTold =
          waiter.isWorker() || waiter.isReplay() || evidence.machinery().runsPlainVacuum(waiter);
      if (!isTold && (root.isPresent() || preconditions.isBehindPrepared(waiter))) {
        queues.computeIfAbsent(root, _ -> new ArrayList<>()).add(waiter);
      }
    }
    return LogFacts.verdicts(
        evidence,
        queues.values().stream()
            .map(each -> queue(each, preconditions, evidence))
            .filter(Queue::isTold)
            .map(each -> each.finding(this))
            .toList(),
        Question.WORKERS);
  }

  /// A worker gives way, or [AntiwraparoundBlocksDdl] tells of it.
  private static Stream<Backend> roots(Backend waiter, Preconditions preconditions) {
    var roots = preconditions.rootsOf(waiter);
    return roots.stream().filter(each -> !each.isWorker());
  }

  /// Whether many wait, readers too: for its applications the table is gone.
  static boolean isOutage(List<TableLock> wanted) {
    return wanted.size() >= MANY
        && wanted.stream()
            .flatMap(each -> LockMode.of(each.mode()).stream())
            .anyMatch(LockMode.ACCESS_SHARE::equals);
  }

  private Queue queue(List<Backend> waiters, Preconditions preconditions, Evidence evidence) {
    var heads = waiters.stream().flatMap(each -> roots(each, preconditions)).distinct();
    var pids = waiters.stream().flatMap(each -> each.pid().known().stream()).collect(toSet());
    var locks =
        evidence.machinery().locks().stream()
            .filter(lock -> !lock.granted() && pids.contains(lock.pid()))
            .toList();
    return new Queue(heads.toList(), waiters, locks, preconditions, evidence);
  }

  /// @param heads who keep the others waiting; empty for prepared transactions
  /// @param locks on tables, that they wait for
  private record Queue(
      List<Backend> heads,
      List<Backend> waiters,
      List<TableLock> locks,
      Preconditions preconditions,
      Evidence evidence) {

    /// The longest wait, before 14 that of the statement; empty where nobody shows since when.
    Optional<Duration> waited() {
      var now = evidence.takenAt();
      return !evidence.isClockShown()
          ? Optional.empty()
          : waiters.stream()
              .flatMap(each -> each.waitsSince().known().or(each.stateSince()::known).stream())
              .map(since -> Duration.between(since, now))
              .max(Duration::compareTo);
    }

    boolean isLong(Duration least) {
      return waited().filter(each -> each.compareTo(least) >= 0).isPresent();
    }

    /// Who shows a queue without its time shows it for a reason.
    boolean isTold() {
      return waited().isEmpty() || isLong(LONG);
    }

    Finding finding(Rule rule) {
      var locked = locks.stream().flatMap(each -> evidence.relation(each.relation()).stream());
      var tables = locked.distinct().toList();
      var relation = tables.stream().findFirst().filter(_ -> tables.size() == 1);
      var lockers = new Lockers(List.of(), heads, heads.isEmpty(), evidence);
      boolean isGrave = waiters.size() >= MANY || isLong(VERY_LONG) || !cutting().isEmpty();
      return rule.found(
              isLong(LONG) && isOutage(locks)
                  ? Severity.CRITICAL
                  : isGrave ? Severity.WARNING : Severity.ADVICE,
              relation.<Subject>map(Subject.OfRelation::new).orElseGet(Subject.Cluster::new))
          .headline(
              "%s %s for a lock%s%s%s",
              counted(),
              waiters.size() == 1 ? "waits" : "wait",
              on(tables),
              waited().map(each -> " for up to " + Quantities.duration(each)).orElse(""),
              lockers.inWords())
          .observed(
              "sessions that wait",
              waiters.stream().map(Backend::name).collect(joining(", ")),
              "pg_stat_activity, pg_blocking_pids()")
          .facts(lockers.facts().toList())
          .chosen("long", Quantities.duration(LONG), "ten times the default of deadlock_timeout")
          .remedies(cutting())
          .remedies(heads.isEmpty() ? prepared() : lockers.remedies(counted()))
          .remedies(cancelling().distinct().toList())
          .build();
    }

    /// Of DDL that waits in it, where since when is not told: whoever comes after it waits for it.
    private List<Remedy> cutting() {
      return waiters.stream()
          .filter(each -> waited().isEmpty() && each.command().is(Command::isDdl))
          .limit(1)
          .<Remedy>map(each ->
              Remedy.Act.said("cancel-waiting", new Rewrites(evidence.survey()).waiting(each)))
          .toList();
    }

    private String on(List<Relation> tables) {
      var names = tables.stream().limit(MANY).map(each -> Names.of(each, evidence)).toList();
      return names.isEmpty()
          ? ""
          : " on " + String.join(", ", names) + (tables.size() > MANY ? ", …" : "");
    }

    private String counted() {
      var work = waiters.getFirst().command().known().flatMap(Command::work);
      return waiters.size() == 1 && work.isPresent()
          ? Names.capital(work.get()) + " by " + waiters.getFirst().name()
          : Quantities.counted(waiters.size(), "session");
    }

    /// Where the head is not to be ended, what waits at least need not keep others waiting: such as
    /// wait for it alone, and go on without it.
    private Stream<Remedy> cancelling() {
      return heads.isEmpty()
          ? cancelling("a prepared transaction", each -> each.blockers().contains(0))
          : heads.stream()
              .filter(first -> !(preconditions.ending(first) instanceof Permission.Granted))
              .flatMap(first -> cancelling(first.name(), each -> isBehind(each, first)));
    }

    private Stream<Remedy> cancelling(String first, Predicate<Backend> isNext) {
      return waiters.stream()
          .filter(this::hasDoneNothing)
          .filter(each -> locks.stream().anyMatch(lock -> isOne(lock.pid(), each)))
          .filter(each ->
              waiters.stream().anyMatch(other -> isBehind(other, each) && !isNext.test(other)))
          .filter(each -> preconditions.cancelling(each) instanceof Permission.Granted)
          .map(each -> new Remedy.CancelWaiter(each, "a lock of " + first));
    }

    /// DDL, or a rewrite that waits since its statement began: what one with CONCURRENTLY has
    /// copied before it waits would be lost.
    private boolean hasDoneNothing(Backend waiter) {
      return switch (preconditions.kind(waiter)) {
        case CLIENT -> waiter.command().is(Command::isDdl);
        case MAINTENANCE ->
            waiter
                .waitsSince()
                .is(since -> waiter.stateSince().is(from -> from.plus(AT_ONCE).isAfter(since)));
        case HIDDEN -> true; // of its lock alone it is known what it may be
        default -> false;
      };
    }

    private static boolean isBehind(Backend one, Backend other) {
      return one.blockers().stream().anyMatch(pid -> isOne(pid, other));
    }

    /// The one of the databases that the sessions are in; which of several, has to be asked.
    private List<Remedy> prepared() {
      var databases =
          waiters.stream().flatMap(each -> each.database().known().stream()).collect(toSet());
      var all =
          evidence.holders().stream()
              .filter(PreparedTransaction.class::isInstance)
              .map(PreparedTransaction.class::cast)
              .filter(each -> databases.stream().anyMatch(name -> Holding.reaches(each, name)))
              .toList();
      return List.of(
          all.size() == 1
              ? new Remedy.FinishPrepared(all.getFirst())
              : Lockers.findPrepared(databases.stream().findFirst()));
    }
  }

  private static boolean isOne(int pid, Backend session) {
    return session.pid().is(each -> each == pid);
  }
}
