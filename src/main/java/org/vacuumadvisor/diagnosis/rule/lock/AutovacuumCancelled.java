package org.vacuumadvisor.diagnosis.rule.lock;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.HeldRows;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.PassedBy;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.VacuumAtWork;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.Command;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Occurrences;

/// Autovacuum gave way to someone who wanted a lock that conflicts with its own.
public final class AutovacuumCancelled implements Rule {
  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    var all = SkippedVacuums.of(evidence, NoticeKind.AUTOVACUUM_CANCELLED);
    var tables =
        all.stream()
            .filter(each -> AntiwraparoundBlocksDdl.endedFor(each.table()).isEmpty())
            .filter(each -> each.told().count() >= SkippedVacuums.OFTEN || !each.isOften())
            .toList();
    var told =
        all.isEmpty()
            ? evidence.notices(NoticeKind.AUTOVACUUM_CANCELLED).stream().map(this::ofSomeTable)
            : tables.stream().map(each -> finding(each, evidence));
    var byHand =
        PassedBy.dueForLong(evidence).flatMap(each -> byHand(each.relation(), evidence).stream());
    return LogFacts.verdicts(
        LogFacts.joined(
            Stream.concat(byHand, bySession(evidence).stream()).toList(), told.toList()),
        Question.CANCELLED,
        evidence.history().isPresent());
  }

  /// Somebody analyzes a table that is due, more often than autovacuum comes. Both take the same
  /// lock (`ShareUpdateExclusiveLock`): a worker gives way to who waits for it.
  private Optional<Finding> byHand(Relation table, Evidence evidence) {
    var nap = PassedBy.naps(evidence).dividedBy(2);
    var before = evidence.before(table);
    var time = before.isPresent() ? evidence.about(table).window() : counted(table, evidence);
    long count =
        table.get(TableKeys.ANALYZE_COUNT).or(0L)
            - before.map(each -> each.get(TableKeys.ANALYZE_COUNT).or(Long.MAX_VALUE)).orElse(0L);
    var last = table.get(TableKeys.LAST_ANALYZE);
    if (count < SkippedVacuums.OFTEN
        || time.filter(all -> all.dividedBy(count).compareTo(nap) < 0).isEmpty()
        || !last.is(each -> evidence.ago(each).compareTo(nap) < 0)
        || VacuumAtWork.on(table, evidence).filter(each -> !each.yields()).isPresent()) {
      return Optional.empty();
    }
    var sessions = evidence.machinery().sessions();
    return Optional.of(
        found(
                HeldRows.isFarPast(List.of(table), evidence) ? Severity.WARNING : Severity.ADVICE,
                table)
            .headline(
                "%s is analyzed by hand about every %s, and no vacuum gets done there (%s)",
                Names.atStart(table, evidence),
                time.get().dividedBy(count),
                HeldRows.inWords(table, evidence))
            .observed("ANALYZE by hand", count, "pg_stat_all_tables.analyze_count")
            .observed("the last one", last.map(Names::time))
            .facts(
                sessions.stream()
                    .filter(each -> each.database().is(table.name().database()::equals))
                    .filter(each -> each.command().is(Command.MAINTENANCE::equals))
                    .limit(SkippedVacuums.OFTEN)
                    .map(AutovacuumCancelled::runs))
            .explained("by-hand", Names.of(table, evidence))
            .remedy(new Remedy.VacuumNow(table))
            .build());
  }

  /// Somebody cancels what he finds, autovacuum's vacuums among it, while a table waits for one to
  /// prevent wraparound: to such a table one comes as soon as the last has ended.
  private Optional<Finding> bySession(Evidence evidence) {
    var naps = PassedBy.naps(evidence);
    var sessions =
        evidence.machinery().sessions().stream()
            .filter(each -> each.command().is(Command.CANCELS_SESSIONS::equals))
            .filter(each -> each.stateSince().is(since -> evidence.ago(since).compareTo(naps) < 0))
            .toList();
    return evidence
        .tables()
        .filter(each -> !sessions.isEmpty() && evidence.isForced(each))
        .findFirst()
        .map(table ->
            warning(table)
                .headline(
                    "%s cancels vacuums of autovacuum, and %s waits for one to prevent wraparound",
                    Names.capital(sessions.getFirst().fullName()), Names.of(table, evidence))
                .facts(sessions.stream().map(AutovacuumCancelled::runs))
                .explained("by-session", sessions.getFirst().fullName())
                .build());
  }

  private static Fact runs(Backend session) {
    return Fact.observed("runs such statements", session.fullName(), "pg_stat_activity.query");
  }

  /// For how long its counters count at most: since their reset, else since those of the server
  /// began. A restart keeps them.
  private static Optional<Duration> counted(Relation table, Evidence evidence) {
    return evidence
        .survey()
        .database(table.name().database())
        .flatMap(each -> each.statisticsReset().known())
        .or(() -> evidence.machinery().checkpoints().known().flatMap(each -> each.since().known()))
        .map(evidence::ago);
  }

  /// The name of the table stands in the context of the message, which may be cut off.
  private Finding ofSomeTable(Occurrences told) {
    return found(
            told.count() >= SkippedVacuums.OFTEN ? Severity.WARNING : Severity.INFO,
            "Autovacuum was cancelled %s; of which table is cut off",
            LogFacts.times(told.count()))
        .told(told, "cancelled")
        .explained("some-table", SkippedVacuums.OFTEN)
        .build();
  }

  private Finding finding(SkippedVacuums setback, Evidence evidence) {
    var table = setback.table();
    var last = setback.told().last();
    var name = table.name();
    boolean isAnalyze = setback.isOfAnalyze();
    var found =
        found(setback.severity(), table.subject())
            .headline(
                "%s of %s was cancelled %s%s%s",
                isAnalyze ? "Autovacuum's analyze" : "Autovacuum",
                name,
                LogFacts.times(setback.told().count())
                    + (isAnalyze ? "" : analyzes(setback.told())),
                by(setback.told(), evidence),
                setback.isDoneSince()
                    ? "; it has run to its end since"
                    : ", and no completed run is logged since")
            .told(setback.told(), "cancelled")
            .told(last, "the last time", LogFacts.spot(last))
            .fact(setback.lastVacuum())
            .explained(isAnalyze ? "analyze" : "vacuum", SkippedVacuums.OFTEN)
            .toBeCertain(
                waits(evidence).findAny().isPresent()
                    ? null
                    : "log_lock_waits = on: the log then names who waits for the table.");
    if (setback.isOften()) {
      found.remedy(Remedy.Act.said("find-locking-job", name));
    }
    var of = table.relation();
    if (setback.isOften() && table.isNamed()) {
      found.remedy(isAnalyze ? new Remedy.AnalyzeNow(of) : new Remedy.VacuumNow(of));
    }
    return found.build();
  }

  /// Who asked for the lock, where a session is told to wait for this very worker.
  private static String by(Occurrences told, Evidence evidence) {
    var holder = "the lock: %s.".formatted(told.last().stamp().pid());
    return waits(evidence)
        .filter(each -> Objects.requireNonNullElse(each.text(), "").contains(holder))
        .map(each ->
            " for process %s (%s)"
                .formatted(
                    each.figures().process(),
                    Objects.toString(each.text()).replaceAll("(?s).*Statement: |;$", "")))
        .findFirst()
        .orElse("");
  }

  /// The first and the last wait for a lock that logs tell of: log_lock_waits is on.
  private static Stream<Notice> waits(Evidence evidence) {
    return Stream.of(NoticeKind.VACUUM_WAITED, NoticeKind.LOCK_WAIT)
        .flatMap(each -> evidence.notices(each).stream())
        .flatMap(each -> Stream.of(each.first(), each.last()));
  }

  private static String analyzes(Occurrences told) {
    return told.analyzes() == 0
        ? ""
        : " (%s while it analyzed)".formatted(LogFacts.times(told.analyzes()));
  }
}
