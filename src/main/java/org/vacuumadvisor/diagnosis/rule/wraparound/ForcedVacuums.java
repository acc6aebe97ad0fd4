package org.vacuumadvisor.diagnosis.rule.wraparound;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.LoggedTable;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.ServerEvidence;
import org.vacuumadvisor.evidence.TableFigures;
import org.vacuumadvisor.evidence.Truth;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Machinery.Worker;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;

/// The vacuums to prevent wraparound of a database: those that run, those that age brings, and
/// those that logs tell of. A table of which row versions are kept for longer than its limit is not
/// among them: its vacuum cannot do what it comes for.
///
/// @param due tables past their limit, people's largest first
/// @param near tables that come near it, likewise
/// @param done tables whose last forced vacuum did what it came for
record ForcedVacuums(
    List<Worker> running, List<Relation> due, List<Relation> near, List<LoggedTable> done) {
  /// The part of `autovacuum_freeze_max_age` from which on it is worth planning for. check_postgres
  /// warns there.
  static final double NEAR = 0.9;

  /// From here on people ask whether it will ever end. Our choice.
  private static final Duration LONG = Duration.ofHours(12);

  static ForcedVacuums of(String database, ServerEvidence server) {
    var evidence = server.all();
    var limit = evidence.settings().freezeMaxAge();
    var holding = evidence.holders().stream().filter(holder -> holder.isOlderThan(limit));
    var held = holding.map(HorizonHolder::reach).distinct().toList();
    var order =
        Comparator.comparing(Relation::isSystem)
            .thenComparing(
                each -> evidence.about(each).ask(TableFigures.HEAP_BYTES).or(Bytes.NONE),
                Comparator.reverseOrder());
    var comes =
        evidence.relations(database).stream()
            .filter(Relation::isAutovacuumed)
            .filter(relation -> held.stream().noneMatch(each -> each.covers(relation)))
            .filter(each -> isForced(each, evidence) == Truth.YES || isNear(each, evidence))
            .sorted(order)
            .collect(Collectors.partitioningBy(each -> isForced(each, evidence) == Truth.YES));
    return new ForcedVacuums(
        evidence.workers().stream()
            .filter(each -> each.database().equals(database) && each.preventsWraparound())
            .toList(),
        comes.getOrDefault(true, List.of()),
        comes.getOrDefault(false, List.of()),
        done(database, server));
  }

  /// Whether ages alone bring autovacuum to a table, even where it is switched off; unknown where
  /// the age is, in transactions or in multixacts.
  static Truth isForced(Relation relation, Evidence evidence) {
    var options = evidence.options(relation);
    var limit = options.freezeMaxAge().value();
    var ofMultixacts = options.multixactFreezeMaxAge().value();
    return Truth.any(
        () -> Truth.of(relation.get(TableKeys.XID_AGE), age -> age.exceeds(limit)),
        () -> Truth.of(relation.get(TableKeys.MULTIXACT_AGE), age -> age.exceeds(ofMultixacts)));
  }

  private static boolean isNear(Relation relation, Evidence evidence) {
    var limit = evidence.options(relation).freezeMaxAge().value();
    return relation
        .get(TableKeys.XID_AGE)
        .is(age -> (double) age.count() >= NEAR * (double) limit.count());
  }

  /// One that has been at work for long, and how far it is nobody shows.
  Optional<Duration> unseen(Evidence evidence) {
    return evidence.machinery().vacuums().stream()
        .filter(each -> running.stream().anyMatch(worker -> worker.pid() == each.pid()))
        .filter(each -> !each.phase().isKnown())
        .flatMap(each -> each.since().known().stream())
        .map(since -> evidence.ago(since))
        .filter(time -> time.compareTo(LONG) >= 0)
        .max(Comparator.naturalOrder());
  }

  private static List<LoggedTable> done(String database, ServerEvidence server) {
    return server
        .all()
        .histories()
        .filter(each -> each.name().database().equals(database))
        .filter(each ->
            each.counts().toPreventWraparound() > 0
                && each.milestones().stuck() == 0
                && each.counts().failsafe() == 0
                && each.milestones().forced().filter(run -> !run.is(Trait.FAILSAFE)).isPresent()
                && !FrozenLate.isLate(each, server))
        .map(each -> LoggedTable.of(each, server.all()))
        .toList();
  }

  boolean isEmpty() {
    return running.isEmpty() && due.isEmpty() && near.isEmpty() && done.isEmpty();
  }

  /// Those that have to come first: the due ones, else the near ones.
  List<Relation> next() {
    return due.isEmpty() ? near : due;
  }

  /// The figures of some of them.
  Stream<Fact> facts(int most, Evidence evidence) {
    return Stream.of(
            running.stream()
                .map(each -> Fact.observed("running", each.task(), "pg_stat_activity", "query")),
            Stream.concat(due.stream(), near.stream())
                .limit(most)
                .map(each -> fact(each, evidence)),
            done.stream()
                .limit(most)
                .flatMap(each ->
                    each.history().milestones().forced().stream()
                        .map(run -> LogFacts.by(run, each.name(), took(run)))))
        .flatMap(each -> each);
  }

  private static String took(Run run) {
    var advance = run.outcome().newRelfrozenXid();
    return "took %s%s"
        .formatted(
            LogFacts.elapsed(run),
            advance == null
                ? ""
                : ", relfrozenxid moved on by " + Quantities.count(advance.ahead()));
  }

  private static Fact fact(Relation relation, Evidence evidence) {
    var options = evidence.options(relation);
    var limit = options.freezeMaxAge().value();
    var age = relation.get(TableKeys.XID_AGE);
    var name = Names.of(relation, evidence);
    boolean isForMultixacts =
        isForced(relation, evidence) == Truth.YES && !age.is(each -> each.exceeds(limit));
    return isForMultixacts
        ? Fact.observed(
            name,
            "%s of %s multixacts"
                .formatted(
                    relation.get(TableKeys.MULTIXACT_AGE).or(XidAge.NONE),
                    options.multixactFreezeMaxAge().value()),
            TableKeys.MULTIXACT_AGE)
        : Fact.observed(
            name, "%s of %s transactions".formatted(age.or(XidAge.NONE), limit), TableKeys.XID_AGE);
  }
}
