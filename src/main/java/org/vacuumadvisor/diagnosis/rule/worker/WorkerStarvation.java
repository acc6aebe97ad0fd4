package org.vacuumadvisor.diagnosis.rule.worker;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.FindingBuilder;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.HeldRows;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Message;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.PassedBy;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.NextInLine;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.VacuumAtWork;
import org.vacuumadvisor.model.Command;
import org.vacuumadvisor.model.Machinery;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// Tables that are long due wait: all workers of autovacuum are busy, none starts, or none gets
/// done with them.
public final class WorkerStarvation implements Rule {
  /// A table at twice its threshold has missed a whole vacuum.
  private static final double OVERDUE_FACTOR = 2;

  /// Dead rows that a small table may have in passing are fewer.
  private static final long MANY = 10_000;

  private static final int TABLES_SHOWN = 3;

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    return LogFacts.verdicts(
        evidence,
        LogFacts.joined(
            Stream.concat(now(evidence).stream(), passedBy(evidence)).toList(),
            Stream.concat(
                    Message.findings(this, evidence),
                    LoggedWaits.of(evidence).findings(this).stream())
                .toList()),
        Question.WORKERS);
  }

  private List<Finding> now(Evidence evidence) {
    var workers = atWork(evidence);
    boolean areAllBusy =
        !evidence.isStandby() && workers.size() >= evidence.settings().mostWorkers();
    var waiting =
        NextInLine.of(evidence).stream()
            .filter(_ -> areAllBusy)
            .filter(each -> !each.atWork() && isLongDue(each.relation(), evidence))
            .toList();
    return waiting.isEmpty() ? List.of() : List.of(finding(waiting, workers, evidence));
  }

  /// The workers; where no sessions are shown, the vacuums at work, unless they are others'.
  private static List<Machinery.Worker> atWork(Evidence evidence) {
    var machinery = evidence.machinery();
    return machinery.workers().isKnown() || !machinery.sessions().isEmpty()
        ? evidence.workers()
        : VacuumAtWork.of(evidence).stream()
            .filter(each -> each.vacuum().autovacuum().or(true))
            .map(each ->
                new Machinery.Worker(
                    each.vacuum().pid(),
                    each.vacuum().database(),
                    each.relation().map(of -> "VACUUM " + Names.of(of, evidence)).orElse(""),
                    Reading.missing(Reading.Why.NOT_COLLECTED)))
            .toList();
  }

  private static boolean isLongDue(Relation table, Evidence evidence) {
    return evidence.options(table).state().isOn()
        && (double) HeldRows.deadRows(table) > OVERDUE_FACTOR * evidence.thresholds(table).vacuum();
  }

  private Finding finding(
      List<NextInLine> waiting, List<Machinery.Worker> workers, Evidence evidence) {
    boolean areTheSame = isBusySince(workers, evidence);
    var databases = workers.stream().map(Machinery.Worker::database).distinct().toList();
    return warning(
            "%s busy%s, and %s long due",
            workers.size() == 1
                ? "The one worker of autovacuum is"
                : "All %d workers of autovacuum are".formatted(workers.size()),
            databases.size() > 1 || isHere(workers.getFirst(), evidence)
                ? ""
                : " in database " + databases.getFirst(),
            waiting.size() == 1 ? "1 table is" : waiting.size() + " tables are")
        .facts(
            workers.stream()
                .limit(TABLES_SHOWN)
                .map(each ->
                    Fact.observed(
                        each.pid() == 0 ? "a worker" : "worker " + each.pid(),
                        (each.task().isEmpty() ? "busy" : each.task())
                            + (isHere(each, evidence) ? "" : " in database " + each.database())
                            + since(each, evidence),
                        "pg_stat_activity",
                        "query")))
        .fact(waits("most urgent, %s", waiting.getFirst(), evidence).asEffect())
        .facts(
            waiting.stream()
                .limit(TABLES_SHOWN)
                .skip(1)
                .map(each -> waits("%s waits", each, evidence)))
        .explained("busy", evidence.settings().mostWorkers())
        .confidence(areTheSame ? Confidence.HIGH : Confidence.MEDIUM)
        .toBeCertain(
            areTheSame
                ? null
                : "Two surveys some minutes apart show whether the same workers are still at the"
                    + " same tables.")
        .remedies(remedies(waiting, workers, evidence))
        .build();
  }

  private static boolean isBusySince(List<Machinery.Worker> workers, Evidence evidence) {
    var before =
        evidence.older().stream()
            .flatMap(older -> older.machinery().workers().or(List.of()).stream())
            .map(each -> each.pid() + each.task())
            .collect(Collectors.toSet());
    return workers.stream().allMatch(each -> before.contains(each.pid() + each.task()));
  }

  private static String since(Machinery.Worker worker, Evidence evidence) {
    return evidence.machinery().vacuums().stream()
        .filter(each -> each.pid() == worker.pid())
        .flatMap(each -> each.since().known().stream())
        .map(since -> ", for " + Quantities.duration(evidence.ago(since)))
        .findFirst()
        .orElse("");
  }

  private static Fact waits(String label, NextInLine each, Evidence evidence) {
    var table = each.relation();
    return Fact.observed(
        label.formatted(Names.of(table, evidence)),
        HeldRows.inWords(table, evidence)
            + each.score().map(score -> ", score " + Quantities.number(score)).orElse(""),
        TableKeys.N_DEAD_TUP);
  }

  /// Whether it is in the database that was looked at, or in which one nobody shows.
  private static boolean isHere(Machinery.Worker worker, Evidence evidence) {
    return worker.database().isEmpty()
        || !evidence.survey().database(worker.database()).isPresent()
        || !evidence.relations(worker.database()).isEmpty();
  }

  /// Faster workers before more of them: more that share one limit are slower each. Those at tables
  /// with settings of their own share none, and the limit does not reach them.
  private static List<? extends Remedy> remedies(
      List<NextInLine> waiting, List<Machinery.Worker> workers, Evidence evidence) {
    var braked = workers.stream().filter(each -> Throttling.isOfItsTable(each, evidence)).toList();
    var setting =
        braked.isEmpty() && Throttling.isSeen(evidence)
            ? Setting.AUTOVACUUM_VACUUM_COST_LIMIT
            : Setting.AUTOVACUUM_MAX_WORKERS;
    boolean isShown = evidence.settings().value(setting).isPresent() || evidence.isReadWhole();
    boolean isInVain = // more workers want slots, and before 18 a restart
        setting == Setting.AUTOVACUUM_MAX_WORKERS
            && (evidence.settings().lacksWorkerSlots()
                || !(braked.isEmpty() || Setting.AUTOVACUUM_WORKER_SLOTS.isIn(evidence.release())));
    return Stream.of(
            releases(braked, evidence),
            Stream.<Remedy>of(
                    isShown
                        ? new Remedy.Tune(setting, new Goal.WaitAtMost(PassedBy.naps(evidence)))
                        : new Remedy.Ask(Question.SETTINGS))
                .filter(_ -> !isInVain),
            waiting.stream()
                .map(NextInLine::relation)
                .filter(each -> each.kind() == RelationKind.TABLE)
                .limit(TABLES_SHOWN)
                .map(Remedy.VacuumNow::new))
        .flatMap(each -> each)
        .toList();
  }

  /// What takes the brake from tables of other databases that these workers are at; of this one
  /// each is told by itself.
  private static Stream<Remedy> releases(List<Machinery.Worker> braked, Evidence evidence) {
    return braked.stream()
        .filter(each -> !isHere(each, evidence))
        .collect(Collectors.groupingBy(Machinery.Worker::database))
        .entrySet()
        .stream()
        .map(each ->
            Remedy.Act.said(
                "reset-costs",
                each.getKey(),
                each.getValue().stream()
                    .map(WorkerStarvation::withoutItsCosts)
                    .collect(Collectors.joining(" "))));
  }

  /// A task names its table as it is, without quotes.
  private static String withoutItsCosts(Machinery.Worker worker) {
    return "ALTER TABLE %s RESET (autovacuum_vacuum_cost_delay, autovacuum_vacuum_cost_limit);"
        .formatted(
            Stream.of(worker.table().split("\\.", 2))
                .map(Identifiers::quoted)
                .collect(Collectors.joining(".")));
  }

  /// Where a log tells who was in the way, nothing is left to be looked for.
  private Stream<Finding> passedBy(Evidence evidence) {
    if (evidence.notices(NoticeKind.AUTOVACUUM_CANCELLED).isPresent()) {
      return Stream.empty();
    }
    var tables =
        NextInLine.of(evidence).stream()
            .filter(each -> PassedBy.byVacuum(evidence.about(each.relation())).isPresent())
            .toList();
    return tables.stream()
        .findFirst()
        .map(first -> passedBy(first, tables, evidence))
        .or(() -> perhaps(evidence))
        .stream();
  }

  /// One look does not tell, but that so many rows died within a naptime is rare. Who has long had
  /// a lock is named elsewhere.
  private Optional<Finding> perhaps(Evidence evidence) {
    return PassedBy.perhaps(evidence)
        .map(NextInLine::relation)
        .filter(each -> HeldRows.deadRows(each) >= MANY)
        .filter(each ->
            evidence.machinery().locks().stream()
                .filter(lock -> lock.keepsVacuumAway() && lock.relation().equals(each.key()))
                .filter(lock -> evidence.workers().stream().noneMatch(it -> it.pid() == lock.pid()))
                .allMatch(lock ->
                    lock.since()
                        .is(since -> evidence.ago(since).compareTo(PassedBy.naps(evidence)) < 0)))
        .map(each -> perhaps(each, evidence));
  }

  private Finding perhaps(Relation table, Evidence evidence) {
    var found =
        advice(table)
            .headline(
                "%s is due for a vacuum (%s), %s, and no vacuum came %s",
                Names.atStart(evidence.about(table)),
                HeldRows.inWords(table, evidence),
                PassedBy.worker(table, evidence),
                PassedBy.lastVacuum(table))
            .observed("dead rows now", table.get(TableKeys.N_DEAD_TUP))
            .explained("perhaps", MANY);
    return named(
        found,
        table,
        evidence,
        () -> found.act(PassedBy.lookTwice(evidence)).besides(PassedBy.unlessNew()));
  }

  /// With who is seen to end vacuums of a table, by a lock or on purpose, else with where to look.
  private static Finding named(
      FindingBuilder found, Relation table, Evidence evidence, Supplier<FindingBuilder> otherwise) {
    var name = Names.of(table, evidence);
    var naps = PassedBy.naps(evidence);
    return evidence.machinery().locks().stream()
        .filter(each -> each.relation().equals(table.key()) && each.conflictsWithVacuum())
        .filter(each -> !each.isOfAutovacuum())
        .flatMap(each ->
            evidence.machinery().session(each.pid()).stream()
                .map(who -> found.explained("locked", who.fullName(), name, each.mode())))
        .findFirst()
        .or(() ->
            evidence.machinery().sessions().stream()
                .filter(each -> each.command().is(Command.CANCELS_SESSIONS::equals))
                .filter(
                    each -> each.stateSince().is(since -> evidence.ago(since).compareTo(naps) < 0))
                .findFirst()
                .map(each -> found.explained("cancelled", each.fullName(), name)))
        .orElseGet(otherwise)
        .build();
  }

  private Finding passedBy(NextInLine first, List<NextInLine> all, Evidence evidence) {
    var table = evidence.about(first.relation());
    var time = Quantities.duration(PassedBy.byVacuum(table).orElseThrow());
    var found =
        warning(first.relation())
            .headline(
                "%s is due for a vacuum (%s), and in %s autovacuum got none done%s",
                Names.atStart(table),
                HeldRows.inWords(first.relation(), evidence),
                time,
                all.size() == 1
                    ? ""
                    : "; nor for " + Quantities.counted(all.size() - 1L, "other table"))
            .facts(all.stream().limit(TABLES_SHOWN).map(each -> waits("%s", each, evidence)))
            .observed("no vacuum in", time, "pg_stat_all_tables.autovacuum_count of two surveys")
            .confidence(Confidence.MEDIUM);
    return named(
        found.remedy(new Remedy.VacuumNow(first.relation())),
        first.relation(),
        evidence,
        () -> found.explained("passed-by", Names.of(table), PassedBy.inLog("vacuum")));
  }
}
