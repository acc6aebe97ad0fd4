package org.vacuumadvisor.diagnosis.rule.lock;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.LoggedTable;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.VacuumAtWork;
import org.vacuumadvisor.model.Machinery;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableLock;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.postgres.LockMode;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;

/// A statement waits for a vacuum that prevents wraparound, or waited until somebody ended that: it
/// does not give way, and everybody else who wants the table queues up behind the statement.
public final class AntiwraparoundBlocksDdl implements Rule {

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    var ended =
        LoggedTable.all(evidence)
            .flatMap(each -> endedFor(each).map(waited -> ended(each, waited)).stream());
    return LogFacts.verdicts(
        Stream.concat(waiting(evidence), ended).toList(), Question.WORKERS, evidence.isReadWhole());
  }

  /// Who got a lock as the last vacuum of the table was cancelled, and had waited for so long that
  /// any other vacuum would have given way before: somebody ended one that does not.
  static Optional<Notice> endedFor(LoggedTable table) {
    var evidence = table.evidence();
    var patience = evidence.settings().integerOrDefault(Setting.DEADLOCK_TIMEOUT);
    var ended = table.history().notices(NoticeKind.AUTOVACUUM_CANCELLED).map(Occurrences::last);
    return evidence
        .notices(NoticeKind.LOCK_WAIT)
        .map(Occurrences::last)
        .filter(each -> {
          var waited = each.figures().waitedMs();
          return waited != null && waited > 10.0 * (double) patience;
        })
        .filter(each -> ended.filter(other -> isAtOnce(other, each)).isPresent());
  }

  private static boolean isAtOnce(Notice one, Notice other) {
    var first = Moments.of(one);
    var second = Moments.of(other);
    return first.isPresent()
        && second.isPresent()
        && Duration.between(first.get(), second.get()).abs().toSeconds() <= 1;
  }

  private Finding ended(LoggedTable table, Notice waited) {
    var name = table.name();
    double ms = Objects.requireNonNull(waited.figures().waitedMs());
    return found(Severity.WARNING, table.subject())
        .headline(
            "A statement waited %s for the vacuum of %s, which did not give way until it was ended",
            Quantities.seconds(ms / 1000), name)
        .told(waited, "got its lock after", Quantities.seconds(ms / 1000))
        .told(
            table.history().notices(NoticeKind.AUTOVACUUM_CANCELLED).orElseThrow().last(),
            "cancelled at that moment",
            "the vacuum of " + name)
        .explained("ended", patience(table.evidence()))
        .build();
  }

  private Stream<Finding> waiting(Evidence evidence) {
    var forced = forced(evidence);
    return evidence.machinery().locks().stream()
        .filter(each -> !each.granted() && !each.isOfAutovacuum())
        .flatMap(each ->
            each.blockers().stream()
                .filter(forced::containsKey)
                .limit(1)
                .flatMap(pid ->
                    evidence.relation(each.relation()).stream()
                        .map(relation ->
                            finding(
                                relation,
                                each,
                                "worker %d %s".formatted(pid, forced.get(pid)).strip(),
                                evidence))));
  }

  /// The workers that give way to nobody, as they say or the age of their table tells.
  private static Map<Integer, String> forced(Evidence evidence) {
    var staying =
        VacuumAtWork.of(evidence).stream()
            .filter(each -> !each.yields())
            .map(each -> each.vacuum().pid())
            .toList();
    return evidence.workers().stream()
        .filter(each -> each.preventsWraparound() || staying.contains(each.pid()))
        .collect(Collectors.toMap(Machinery.Worker::pid, each -> each.task(), (one, _) -> one));
  }

  /// Whoever wants a lock that writers go along with keeps nobody waiting but DDL and vacuums, such
  /// as a change of storage parameters that was recommended: it need not be cancelled.
  private Finding finding(Relation relation, TableLock waiting, String worker, Evidence evidence) {
    var name = Names.of(relation, evidence);
    var session = Lockers.session(waiting, evidence);
    boolean isHarmless =
        LockMode.of(waiting.mode())
            .filter(each -> !each.conflictsWith(LockMode.ROW_EXCLUSIVE))
            .isPresent();
    var others = behind(waiting, evidence);
    return found(
            isHarmless
                ? Severity.ADVICE
                : LockQueue.isOutage(others) ? Severity.CRITICAL : Severity.WARNING,
            relation)
        .headline(
            "%s %s for the vacuum of %s that prevents wraparound%s",
            Names.capital(session.fullName()),
            session.waitsFor().isKnown() ? "waits" : "most likely waits",
            name,
            isHarmless
                ? "; nobody who reads or writes waits behind it"
                : others.isEmpty()
                    ? ""
                    : ", and " + Quantities.counted(others.size(), "other") + " behind it")
        .observed(
            "session %d waits".formatted(waiting.pid()),
            "%s wants %s".formatted(Lockers.who(waiting), waiting.mode()),
            "pg_locks, pg_stat_activity")
        .observed("it waits for", worker, "pg_locks, pg_blocking_pids()")
        .explained("waiting", patience(evidence))
        .remedies(
            isHarmless
                ? List.of(Remedy.Act.said("let-wait", waiting.pid(), name))
                : List.of(new Remedy.CancelWaiter(session, "the vacuum of " + name)))
        .build();
  }

  /// After so long any other vacuum gives way.
  private static Duration patience(Evidence evidence) {
    return Duration.ofMillis(evidence.settings().integerOrDefault(Setting.DEADLOCK_TIMEOUT));
  }

  /// Who wants the table, too, and finds the statement before him.
  private static List<TableLock> behind(TableLock waiting, Evidence evidence) {
    return evidence.machinery().locks().stream()
        .filter(each -> !each.granted() && each.pid() != waiting.pid())
        .filter(each -> each.relation().equals(waiting.relation()))
        .toList();
  }
}
