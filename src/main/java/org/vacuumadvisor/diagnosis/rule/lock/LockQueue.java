package org.vacuumadvisor.diagnosis.rule.lock;

import static org.vacuumadvisor.diagnosis.Provenance.CHOSEN;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.action.Permission;
import org.vacuumadvisor.action.Preconditions;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.FindingId;
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
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.HorizonHolder.Reach;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableLock;
import org.vacuumadvisor.unit.Quantities;

/// Sessions wait for a lock that a transaction has, or behind a statement that waits for it.
/// Vacuums that wait are for [LockBlocked] to tell.
public final class LockQueue implements Rule {
  /// Ten times `deadlock_timeout`, after which the server itself logs a wait. Our choice.
  private static final Duration LONG = Duration.ofSeconds(10);

  /// So long, or so many, and people notice. Our choice.
  private static final Duration VERY_LONG = Duration.ofMinutes(1);

  private static final int MANY = 3;

  private static final int NAMED = 5;

  @Override
  public String id() {
    return FindingId.LOCK_QUEUE;
  }

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    var preconditions = new Preconditions(evidence.survey());
    var queues = new LinkedHashMap<Optional<Backend>, List<Backend>>();
    for (var waiter : evidence.survey().machinery().sessions()) {
      var roots = preconditions.rootsOf(waiter);
      // 0 stands for a prepared transaction
      if (!isVacuum(waiter) && (!roots.isEmpty() || waiter.blockers().contains(0))) {
        queues.computeIfAbsent(roots.stream().findFirst(), _ -> new ArrayList<>()).add(waiter);
      }
    }
    return LogFacts.verdicts(
        evidence,
        queues.entrySet().stream()
            .filter(each -> each.getKey().filter(LockQueue::isWorker).isEmpty())
            .map(each -> new Queue(each.getKey(), each.getValue(), evidence))
            .filter(Queue::isLong)
            .map(each -> each.finding(id()))
            .toList(),
        Question.WORKERS,
        LogFacts.isWorkSeen(evidence));
  }

  private static boolean isVacuum(Backend waiter) {
    return isWorker(waiter) || waiter.command().known().filter(Command::isVacuum).isPresent();
  }

  /// It gives way, or [AntiwraparoundBlocksDdl] tells of it.
  private static boolean isWorker(Backend backend) {
    return backend.kind() == Backend.Kind.AUTOVACUUM_WORKER;
  }

  /// @param head who keeps the others waiting; empty for prepared transactions
  private record Queue(Optional<Backend> head, List<Backend> waiters, Evidence evidence) {

    /// The longest wait; empty where nobody shows since when.
    Optional<Duration> waited() {
      return waiters.stream()
          .flatMap(each -> since(each).stream())
          .max(Duration::compareTo)
          .filter(_ ->
              evidence
                  .survey()
                  .coverage()
                  .excerpt()
                  .filter(each -> each.clock() != Excerpt.Clock.SHOWN)
                  .isEmpty());
    }

    /// Before 14 only the start of the statement is shown.
    private Optional<Duration> since(Backend waiter) {
      return waiter
          .waitsSince()
          .known()
          .or(() -> waiter.stateSince().known())
          .map(time -> Duration.between(time, evidence.survey().takenAt()));
    }

    boolean isLong() {
      return waited().map(each -> each.compareTo(LONG) >= 0).orElse(waiters.size() >= MANY);
    }

    private Optional<Relation> table() {
      return locks().flatMap(each -> evidence.relation(each.relation()).stream()).findFirst();
    }

    private Stream<TableLock> locks() {
      return evidence.survey().machinery().locks().stream()
          .filter(each -> !each.granted())
          .filter(each ->
              waiters.stream()
                  .anyMatch(
                      waiter -> waiter.pid().known().filter(pid -> pid == each.pid()).isPresent()));
    }

    Finding finding(String id) {
      var table = table();
      var who =
          Quantities.counted(waiters.size(), "session")
              + (waiters.size() == 1 ? " waits" : " wait");
      var lockers = new Lockers(List.of(), head.stream().toList(), evidence);
      boolean isGrave =
          waiters.size() >= MANY
              || waited().filter(each -> each.compareTo(VERY_LONG) >= 0).isPresent();
      return Finding.of(
              id,
              isGrave ? Severity.WARNING : Severity.ADVICE,
              table.<Subject>map(Subject.OfRelation::new).orElseGet(Subject.Cluster::new),
              "%s for a lock%s%s%s"
                  .formatted(
                      who,
                      table.map(each -> " on " + Names.of(each, evidence)).orElse(""),
                      waited().map(each -> " for up to " + Quantities.duration(each)).orElse(""),
                      head.isEmpty() ? ", behind a prepared transaction" : lockers.inWords()))
          .fact(
              Fact.observed(
                  "sessions that wait",
                  waiters.stream().limit(NAMED).map(Backend::name).collect(Collectors.joining(", "))
                      + (waiters.size() > NAMED ? ", …" : ""),
                  "pg_stat_activity, pg_blocking_pids()"))
          .facts(lockers.facts().toList())
          .fact(
              Fact.threshold(
                  "long", Quantities.duration(LONG), CHOSEN, "ten times deadlock_timeout"))
          .because(
              "A transaction keeps its locks to its end, idle or not. Who asks for a lock that does"
                  + " not go with one that somebody waits for waits as well: behind DDL, readers"
                  + " do, too.")
          .remedies(remedies(lockers))
          .build();
    }

    /// Where the head is not to be ended, DDL that waits at least need not keep others waiting.
    private List<Remedy> remedies(Lockers lockers) {
      if (head.isEmpty()) {
        return prepared();
      }
      var what = Quantities.counted(waiters.size(), "session");
      var preconditions = new Preconditions(evidence.survey());
      boolean isEnded = preconditions.ending(head.get()) instanceof Permission.Granted;
      return Stream.concat(
              lockers.remedies(what).stream(),
              waiters.stream()
                  .filter(each -> !isEnded && keepsOthers(each) && isAtTable(each))
                  .filter(each -> preconditions.cancelling(each) instanceof Permission.Granted)
                  .<Remedy>map(
                      each -> new Remedy.CancelWaiter(each, "a lock of " + head.get().name())))
          .toList();
    }

    private boolean keepsOthers(Backend waiter) {
      return waiters.stream()
          .anyMatch(each -> waiter.pid().known().filter(each.blockers()::contains).isPresent());
    }

    private boolean isAtTable(Backend waiter) {
      return locks()
          .anyMatch(each -> waiter.pid().known().filter(pid -> pid == each.pid()).isPresent());
    }

    /// Those of the databases that the sessions are in.
    private List<Remedy> prepared() {
      var databases = waiters.stream().flatMap(each -> each.database().known().stream()).toList();
      return evidence.survey().horizonHolders().stream()
          .flatMap(each ->
              each instanceof PreparedTransaction transaction
                      && transaction.reach() instanceof Reach.OneDatabase(var name)
                      && databases.contains(name)
                  ? Stream.<Remedy>of(new Remedy.FinishPrepared(transaction))
                  : Stream.empty())
          .toList();
    }
  }
}
