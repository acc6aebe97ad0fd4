package org.vacuumadvisor.diagnosis.rule.lock;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.FindingBuilder;
import org.vacuumadvisor.diagnosis.HeldRows;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.Machinery;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RunningVacuum;
import org.vacuumadvisor.model.TableLock;
import org.vacuumadvisor.model.VacuumWait;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;

/// Vacuum cannot get at a table: a session holds a lock on it that vacuum does not go with, or a
/// cursor rests on one of its pages.
public final class LockBlocked implements Rule {
  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    return LogFacts.verdicts(
        evidence,
        LogFacts.joined(
            evidence.isStandby() ? List.of() : now(evidence),
            Stream.concat(
                    SkippedVacuums.of(evidence, NoticeKind.SKIPPED_LOCK_NOT_AVAILABLE).stream()
                        .filter(each -> each.isOften() || !each.isDoneSince())
                        .map(this::skipped),
                    evidence.notices(NoticeKind.VACUUM_WAITED).stream().map(this::waited))
                .toList()),
        Question.WORKERS);
  }

  private List<Finding> now(Evidence evidence) {
    var locks = evidence.machinery().locks();
    var vacuuming =
        evidence.machinery().sessions().stream()
            .filter(evidence.machinery()::runsPlainVacuum)
            .flatMap(each -> each.pid().known().stream())
            .collect(Collectors.toSet());
    return Stream.of(
            locks.stream()
                .filter(each ->
                    !each.granted() && (each.isOfAutovacuum() || vacuuming.contains(each.pid())))
                .flatMap(each -> waiting(each, evidence).stream()),
            locks.stream()
                .filter(each -> each.keepsVacuumAway() && !each.isOfAutovacuum())
                .flatMap(each -> passedBy(each, evidence).stream()),
            evidence.machinery().vacuums().stream()
                .filter(each -> waitsForPin(each.pid(), evidence.machinery()))
                .flatMap(each -> pinned(each, evidence).stream()),
            WaitingVacuum.in(evidence).stream().map(each -> each.finding(this)))
        .flatMap(each -> each)
        .toList();
  }

  /// A VACUUM by hand that waited for its lock, as `log_lock_waits` tells.
  private Finding waited(Occurrences told) {
    var last = told.last().figures();
    double seconds = Objects.requireNonNullElse(last.waitedMs(), 0.0) / 1000;
    return info(
            "VACUUM waited %s for its lock on the table with the oid %s",
            Quantities.seconds(seconds), Objects.toString(last.relationOid(), "not told"))
        .told(told, "told to wait, or to have its lock")
        .explained("waited")
        .build();
  }

  /// Vacuums or analyzes passed a table by, as logs tell: time and again, or once and nobody knows
  /// how often besides.
  private Finding skipped(SkippedVacuums setback) {
    var table = setback.table();
    var name = table.name();
    boolean isAnalyze = setback.isOfAnalyze();
    return found(setback.severity(), table.subject())
        .headline(
            "%s passed %s by %s%s, because someone held a lock on it%s",
            isAnalyze ? "Analyze" : "Vacuum",
            name,
            LogFacts.times(setback.told().count()),
            setback.cancelled() == 0
                ? ""
                : " and was cancelled " + LogFacts.times(setback.cancelled()),
            setback.isDoneSince() ? "; it has been vacuumed since" : "")
        .told(setback.told(), "passed by: lock not available")
        .facts(isAnalyze ? new Facts() : new Facts().fact(setback.lastVacuum()))
        .explained(isAnalyze ? "skipped-analyze" : "skipped", SkippedVacuums.OFTEN)
        .remedies(
            Stream.of(Remedy.Act.said("find-strong-lock", name)).filter(_ -> setback.isOften()))
        .remedies(
            Stream.of(table.relation().name())
                .filter(each -> !each.isUnnamed())
                .map(each ->
                    new Remedy.Inquire(
                        "Find out who holds a lock on %s while %s passes it by"
                            .formatted(name, isAnalyze ? "analyze" : "vacuum"),
                        Question.of("LOCKS", each.sql()),
                        Optional.of(each.database()).filter(known -> !known.isEmpty()))))
        .build();
  }

  /// Of autovacuum only a vacuum to prevent wraparound waits for a lock; one that somebody started
  /// does, unless it says SKIP_LOCKED.
  private Optional<Finding> waiting(TableLock lock, Evidence evidence) {
    return evidence
        .relation(lock.relation())
        .map(relation -> {
          var holders = Lockers.of(lock, evidence);
          var name = Names.of(relation, evidence);
          var vacuum =
              lock.isOfAutovacuum()
                  ? "The vacuum of %s that prevents wraparound".formatted(name)
                  : "VACUUM of %s by session %d".formatted(name, lock.pid());
          var multixacts = HeldRows.multixactsInWords(relation, evidence).map("; "::concat);
          var headline = vacuum + " waits for a lock" + holders.inWords() + multixacts.orElse("");
          return blocked(relation, headline, holders)
              .observed("waits", lock.task().or(Lockers.who(lock)), "pg_locks, pg_stat_activity")
              .facts(holders.facts().toList())
              .explained("waiting")
              .build();
        });
  }

  private FindingBuilder blocked(Relation relation, String headline, Lockers holders) {
    return warning(relation)
        .headline(headline)
        .remedies(
            holders.behindPrepared()
                ? List.of(Lockers.findPrepared(Optional.of(relation.name().database())))
                : holders.remedies("the vacuum of " + Names.of(relation, holders.evidence())));
  }

  /// An ordinary worker passes a locked table by, each time it comes.
  private Optional<Finding> passedBy(TableLock lock, Evidence evidence) {
    return evidence
        .relation(lock.relation())
        .filter(each -> evidence.isPastVacuumThreshold(each) || evidence.isForced(each))
        .filter(each -> evidence.options(each).state().isOn() || evidence.isForced(each))
        .filter(each -> isLong(lock, each, evidence))
        .filter(_ ->
            evidence.machinery().vacuums().stream().noneMatch(each -> each.pid() == lock.pid()))
        .map(relation -> {
          var holders = Lockers.ofHeld(lock, evidence);
          var name = Names.of(relation, evidence);
          return blocked(relation, "A lock on %s keeps autovacuum away".formatted(name), holders)
              .remedies(
                  Stream.of(new Remedy.VacuumNow(relation, "ANALYZE"))
                      .filter(_ -> holders.areToBeWaitedFor()))
              .observed(
                  "dead rows",
                  "%s, threshold %s"
                      .formatted(
                          Quantities.count(HeldRows.deadRows(relation)),
                          Quantities.count(evidence.thresholds(relation).vacuum())),
                  "pg_stat_all_tables",
                  "n_dead_tup")
              .facts(holders.facts().toList())
              .explained("passed-by", nap(evidence))
              .build();
        });
  }

  private static Duration nap(Evidence evidence) {
    return Duration.ofSeconds(evidence.settings().integerOrDefault(Setting.AUTOVACUUM_NAPTIME));
  }

  /// Where it is hidden since when, a table that is far past its threshold was not passed by once.
  private static boolean isLong(TableLock lock, Relation relation, Evidence evidence) {
    var holder = evidence.machinery().session(lock.pid()).map(Backend::kind);
    return lock.since()
        .map(since -> since.plus(nap(evidence)).isBefore(evidence.takenAt()))
        .or(
            holder.equals(Optional.of(Backend.Kind.HIDDEN))
                && HeldRows.isFarPast(List.of(relation), evidence));
  }

  private static boolean waitsForPin(int pid, Machinery machinery) {
    return machinery
            .session(pid)
            .filter(each -> each.waitsFor().is(VacuumWait.PIN::equals))
            .isPresent()
        || machinery.workers().or(List.of()).stream()
            .anyMatch(each -> each.pid() == pid && each.waitsFor().is(VacuumWait::isPin));
  }

  /// No view tells whose pin it is; a transaction that reads in portions is idle in between.
  private Optional<Finding> pinned(RunningVacuum vacuum, Evidence evidence) {
    var idle =
        evidence.machinery().sessions().stream()
            .filter(Backend::isIdleInTransaction)
            .filter(each ->
                each.database().known().filter(name -> !name.equals(vacuum.database())).isEmpty())
            .map(WaitingVacuum::pid)
            .collect(Collectors.joining(", "));
    return evidence
        .relation(vacuum.database(), vacuum.relation().or(0L))
        .map(relation ->
            advice(relation)
                .headline(
                    "The vacuum of %s waits for a page that another session has pinned%s",
                    Names.of(relation, evidence),
                    idle.isEmpty() ? "" : ", perhaps one idle in transaction: " + idle)
                .observed(
                    "process " + vacuum.pid() + " waits for",
                    "a page that is pinned",
                    "pg_stat_activity",
                    "wait_event")
                .explained("pinned", Names.of(relation, evidence))
                .build());
  }
}
