package org.vacuumadvisor.diagnosis.rule.lock;

import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.action.Preconditions;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.diagnosis.rule.space.HeapBloat;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableLock;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;

/// Vacuum and others fight for the lock under which it cuts off empty pages at the end of a table:
/// sessions wait for a vacuum that does so, or vacuums give it up, or cannot have it because of a
/// transaction that idles.
public final class TruncationLock implements Rule {
  private static final String PHASE = "truncating heap";

  /// What is known of one table.
  ///
  /// @param waiting sessions that wait for a vacuum that truncates it now
  /// @param givenUp how often vacuums gave up, as logs tell; one that was suspended goes on by
  ///   itself
  private record Contention(Relation relation, long waiting, Optional<Occurrences> givenUp) {
    long times() {
      return givenUp.map(Occurrences::count).orElse(0L);
    }
  }

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    var findings =
        evidence
            .tables()
            .map(each -> contention(each, evidence))
            .filter(each -> each.waiting() > 0 || each.givenUp().isPresent())
            .map(each -> finding(each, evidence))
            .toList();
    return LogFacts.verdicts(
        LogFacts.joined(idle(evidence), findings),
        Question.PROGRESS,
        evidence.history().isPresent() || (evidence.isServerSeen() && !evidence.isPieced()));
  }

  /// Tables with much free space that a vacuum went through while a transaction was open that idles
  /// now, and has locked them: any lock at all keeps empty pages from being cut off. Of several on
  /// a table the oldest is told.
  private List<Finding> idle(Evidence evidence) {
    return evidence.isStandby()
        ? List.of()
        : evidence.machinery().locks().stream()
            .filter(each -> each.granted() && isIdle(each, evidence))
            .sorted(Comparator.comparing(each -> each.since().or(Instant.MAX)))
            .collect(
                Collectors.toMap(
                    TableLock::relation, each -> each, (oldest, _) -> oldest, LinkedHashMap::new))
            .values()
            .stream()
            .flatMap(lock ->
                evidence
                    .relation(lock.relation())
                    .filter(each ->
                        each.vacuumedLast()
                            .filter(last -> lock.since().is(last::isAfter))
                            .isPresent())
                    .filter(each -> !evidence.isPastVacuumThreshold(each))
                    .flatMap(each ->
                        HeapBloat.free(evidence.about(each))
                            .map(free -> idle(lock, each, free, evidence)))
                    .stream())
            .toList();
  }

  private static boolean isIdle(TableLock lock, Evidence evidence) {
    var limit = evidence.takenAt().minus(Preconditions.IDLE_LIMIT);
    var session = evidence.machinery().session(lock.pid());
    return lock.since().is(limit::isAfter)
        && session.filter(Backend::isIdleInTransaction).isPresent();
  }

  private Finding idle(TableLock lock, Relation relation, String free, Evidence evidence) {
    var holders = Lockers.ofHeld(lock, evidence);
    var name = Names.of(relation, evidence);
    var who = holders.heads().getFirst().fullName();
    return advice(relation)
        .headline(
            "Vacuum cannot cut off what is empty at the end of %s (%s are free)%s",
            name, free, holders.inWords())
        .facts(holders.facts().toList())
        .observed(
            "vacuumed last, and the file kept its size",
            relation.vacuumedLast().map(Names::time).orElseThrow(),
            "pg_stat_all_tables.last_vacuum, last_autovacuum")
        .explained("idle", who, name)
        .build();
  }

  private static Contention contention(Relation relation, Evidence evidence) {
    var machinery = evidence.machinery();
    long waiting =
        machinery.vacuums().stream()
            .filter(each -> each.phase().or("").equals(PHASE))
            .filter(each ->
                each.relation().or(-1L) == relation.key().oid()
                    && each.database().equals(relation.name().database()))
            .mapToLong(vacuum ->
                machinery.locks().stream()
                    .filter(lock -> !lock.granted() && lock.blockers().contains(vacuum.pid()))
                    .count())
            .sum();
    var givenUp =
        evidence.history(relation).flatMap(told -> told.notices(NoticeKind.TRUNCATE_STOPPED));
    return new Contention(relation, waiting, givenUp);
  }

  private Finding finding(Contention contention, Evidence evidence) {
    var relation = contention.relation();
    var name = Names.of(relation, evidence);
    boolean isOnce = contention.waiting() == 0 && contention.times() == 1;
    return found(isOnce ? Severity.INFO : Severity.ADVICE, relation)
        .headline(
            contention.waiting() > 0
                ? "%s while a vacuum shortens %s"
                    .formatted(
                        contention.waiting() == 1
                            ? "A session waits"
                            : Quantities.counted(contention.waiting(), "session") + " wait",
                        name)
                : "Vacuum of %s gave up %s cutting off empty pages, because others wanted the table"
                    .formatted(name, LogFacts.times(contention.times())))
        .facts(facts(contention))
        .remedies(isOnce ? List.of() : remedies(contention, evidence))
        .build();
  }

  private static Facts facts(Contention contention) {
    var facts = new Facts();
    if (contention.waiting() > 0) {
      facts
          .observed("phase of the vacuum", PHASE, "pg_stat_progress_vacuum", "phase")
          .observed("waiting sessions", contention.waiting(), "pg_blocking_pids()");
    }
    contention.givenUp().ifPresent(told -> facts.told(told, "stopped truncating"));
    return facts;
  }

  /// Where vacuum cannot be told to leave the pages, the time for it can be chosen.
  private static List<Remedy> remedies(Contention contention, Evidence evidence) {
    var relation = contention.relation();
    if (Names.isKnown(relation, evidence)
        && evidence.releases().lacking(Setting.VACUUM_TRUNCATE::isTableParameterIn).isEmpty()) {
      var effect =
          "no vacuum of the table takes that lock again; the file keeps its size and its pages are"
              + " used again; VACUUM (TRUNCATE ON) gives space back when you choose";
      return List.of(
          new Remedy.Tune(
              relation,
              Setting.VACUUM_TRUNCATE,
              new Goal.Switched(false, new Effect.NotPredicted(effect))));
    }
    return contention.givenUp().stream()
        .<Remedy>map(_ -> Remedy.Act.said("truncate-later", Names.of(relation, evidence)))
        .toList();
  }
}
