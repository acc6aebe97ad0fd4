package org.vacuumadvisor.diagnosis.rule.wraparound;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.KeptRows;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.LoggedTable;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.Truth;
import org.vacuumadvisor.model.Excerpt.Kind;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RunningVacuum;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Outcome;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;
import org.vacuumadvisor.workload.Confidence;

/// A vacuum runs in failsafe, or ran in it: to get done before wraparound it drops everything but
/// freezing.
public final class FailsafeActive implements Rule {
  private static final int TABLES_SHOWN = 3;

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    var vacuums = evidence.machinery().vacuums();
    var running =
        vacuums.stream()
            .filter(each -> isInFailsafe(each, evidence) == Truth.YES)
            .flatMap(each ->
                relation(each, evidence).map(table -> finding(each, table, evidence)).stream())
            .toList();
    var told = LoggedTable.all(evidence).filter(each -> isTold(each.history())).toList();
    boolean isAnyOpen =
        vacuums.stream().anyMatch(each -> isInFailsafe(each, evidence) == Truth.UNKNOWN);
    return LogFacts.verdicts(
        LogFacts.joined(running, told.isEmpty() ? List.of() : List.of(finding(told, evidence))),
        Question.PROGRESS,
        !isAnyOpen && (LogFacts.isWorkSeen(evidence) || evidence.shows(Kind.VACUUM_PROGRESS)));
  }

  private static Optional<Relation> relation(RunningVacuum vacuum, Evidence evidence) {
    return vacuum.relation().known().flatMap(oid -> evidence.relation(vacuum.database(), oid));
  }

  /// From 19 on the view says it; before, the age does, which vacuum looks at when it begins.
  private static Truth isInFailsafe(RunningVacuum vacuum, Evidence evidence) {
    var mode = vacuum.mode().known();
    var settings = evidence.settings();
    if (mode.isPresent()) {
      return Truth.of(mode.get().equals("failsafe"));
    }
    return relation(vacuum, evidence)
        .map(table ->
            Truth.any(
                () -> isPast(table.get(TableKeys.XID_AGE), settings.failsafeAge()),
                () -> isPast(table.get(TableKeys.MULTIXACT_AGE), settings.multixactFailsafeAge())))
        .orElse(settings.failsafeAge().isEmpty() ? Truth.NO : Truth.UNKNOWN);
  }

  private static Truth isPast(Reading<XidAge> age, Optional<XidAge> limit) {
    return limit.map(most -> Truth.of(age, each -> each.exceeds(most))).orElse(Truth.NO);
  }

  private static boolean isTold(TableHistory table) {
    return table.counts().failsafe() > 0 || table.count(NoticeKind.FAILSAFE) > 0;
  }

  private Finding finding(RunningVacuum vacuum, Relation relation, Evidence evidence) {
    boolean isTold = vacuum.mode().isKnown();
    var name = Names.of(relation, evidence);
    return found(Severity.CRITICAL, relation)
        .headline("The vacuum of %s runs in failsafe", name)
        .fact(
            isTold
                ? Fact.observed("mode", "failsafe", "pg_stat_progress_vacuum", "mode")
                : Fact.observed(
                    "it runs", "process " + vacuum.pid(), "pg_stat_progress_vacuum", "pid"))
        .observed("age of its oldest transaction ID", relation.get(TableKeys.XID_AGE))
        .facts(evidence.settings().failsafeAge().stream().map(FailsafeActive::failsafeFrom))
        .explained("running", name)
        .confidence(isTold ? Confidence.HIGH : Confidence.MEDIUM)
        .build();
  }

  private static Fact failsafeFrom(XidAge age) {
    return Fact.engine(
        "failsafe from", age, "vacuum_failsafe_age, at least 105 % of autovacuum_freeze_max_age");
  }

  /// What logs tell, in one finding: people's tables are named before others.
  private Finding finding(List<LoggedTable> tables, Evidence evidence) {
    var peoples =
        tables.stream()
            .filter(each -> !each.history().isSystem() && !each.history().isToast())
            .toList();
    var named = peoples.isEmpty() ? tables : peoples;
    boolean isOver = tables.stream().allMatch(FailsafeActive::isOver);
    boolean isYoung = tables.stream().allMatch(FailsafeActive::isYoung);
    return found(
            isYoung || (isOver && tables.stream().allMatch(FailsafeActive::isUnblocked))
                ? Severity.WARNING
                : Severity.CRITICAL,
            tables.size() == 1 ? tables.getFirst().subject() : new Subject.Cluster())
        .headline(
            isOver
                ? "Vacuum froze %s%s only in failsafe mode: %s"
                : "Vacuum went into failsafe mode at %s%s: %s",
            named.getFirst().name(),
            Names.andOthers(tables.size()),
            isYoung
                ? "the limit for it is set low, or multixact IDs ran far towards wraparound"
                : tables.stream().anyMatch(each -> age(each).isPresent())
                    ? "transaction IDs ran far towards wraparound"
                    : "the age was past the limit for it, and is not shown")
        .facts(facts(named, evidence))
        .explained(isYoung ? "young" : "late")
        .remedies(remedies(named, tables, isYoung))
        .build();
  }

  /// Whether it was far from the age at which the failsafe begins by default: half of it, our
  /// choice.
  private static boolean isYoung(LoggedTable table) {
    return age(table).filter(each -> each < WraparoundNear.LATE.count() / 2).isPresent();
  }

  /// How old it was, or is: before the failsafe had it frozen, it was older.
  private static Optional<Long> age(LoggedTable table) {
    var told = table.latest().map(run -> run.outcome().ageBefore());
    return told.or(() ->
        isOver(table)
            ? Optional.empty()
            : table.relation().get(TableKeys.XID_AGE).known().map(XidAge::count));
  }

  /// Whether its last vacuum had nothing to keep for anybody, or it or its database is young by
  /// now.
  private static boolean isUnblocked(LoggedTable table) {
    var left =
        table
            .latest()
            .flatMap(run ->
                Optional.ofNullable(run.outcome().ageBefore()).map(age -> age - advance(run)));
    if (left.filter(age -> age <= KeptRows.FREEZE_MAX_AGE).isPresent()) {
      return true;
    }
    var database = table.evidence().survey().database(table.history().name().database());
    var cutoff = table.latest().map(run -> run.outcome().cutoff());
    return cutoff.filter(Outcome.Cutoff::isCurrent).isPresent()
        || database
            .flatMap(each -> each.age(Wraparound.TRANSACTIONS).known())
            .filter(age -> !age.exceeds(table.evidence().settings().freezeMaxAge()))
            .isPresent();
  }

  /// Whether dead entries may wait in its indexes.
  private static boolean isLeftDead(LoggedTable table) {
    var scan = table.latest().map(run -> run.outcome().indexScan());
    return scan.filter(each -> each.deadItemIds() == 0).isEmpty();
  }

  /// Whether the last vacuum of it brought its age down.
  private static boolean isOver(LoggedTable table) {
    var warned =
        table.history().notices(NoticeKind.FAILSAFE).flatMap(told -> Moments.of(told.last()));
    return table
        .latest()
        .filter(run -> advance(run) > 0)
        .filter(run ->
            warned.isEmpty()
                || Moments.end(run).filter(end -> !end.isBefore(warned.get())).isPresent())
        .isPresent();
  }

  private static long advance(Run run) {
    var advance = run.outcome().newRelfrozenXid();
    return advance == null ? 0 : advance.ahead();
  }

  private static Facts facts(List<LoggedTable> tables, Evidence evidence) {
    var facts = new Facts();
    for (var each : tables.subList(0, Math.min(TABLES_SHOWN, tables.size()))) {
      var name = each.name();
      var frozen = each.latest().filter(run -> run.is(Trait.FAILSAFE));
      frozen.ifPresent(run ->
          facts
              .told(run, name + ": age before", run.outcome().ageBefore())
              .told(
                  run,
                  name,
                  advance(run) == 0
                      ? "the age did not come down, or the log does not say"
                      : "relfrozenxid moved on by " + Quantities.count(advance(run))));
      each.history()
          .notices(NoticeKind.FAILSAFE)
          .filter(_ -> frozen.isEmpty())
          .ifPresent(told -> facts.told(told, name + ": failsafe"));
    }
    return facts.fact(failsafeFrom(evidence.settings().failsafeAge().orElse(WraparoundNear.LATE)));
  }

  private static List<? extends Remedy> remedies(
      List<LoggedTable> named, List<LoggedTable> all, boolean isYoung) {
    var first =
        isYoung
            ? new Remedy.Ask(Question.SETTINGS)
            : all.stream().allMatch(FailsafeActive::isUnblocked)
                ? new Remedy.Ask(Question.DATABASE_AGES)
                : new Remedy.Inquire(
                    "Find out whether anything blocks cleanup", Question.HOLDERS, Optional.empty());
    return Stream.concat(
            Stream.of(first),
            named.stream()
                .filter(each -> each.isNamed() && isLeftDead(each))
                .limit(1)
                .map(each -> new Remedy.VacuumNow(each.relation(), "INDEX_CLEANUP ON")))
        .toList();
  }
}
