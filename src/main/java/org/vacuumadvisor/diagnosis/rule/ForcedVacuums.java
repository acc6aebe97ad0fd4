package org.vacuumadvisor.diagnosis.rule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Machinery.Worker;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;

/// The vacuums to prevent wraparound of a database: those that run, and those that age brings. A
/// table whose horizon is held for longer than its limit is not among them: its vacuum cannot do
/// what it comes for.
///
/// @param due tables past their limit, people's largest first
/// @param near tables that come near it, likewise
record ForcedVacuums(List<Worker> running, List<Relation> due, List<Relation> near) {
  /// The part of `autovacuum_freeze_max_age` from which on it is worth planning for.
  static final double NEAR = 0.9;

  private static final Comparator<Relation> PEOPLES_LARGEST_FIRST =
      Comparator.comparing(Relation::isSystem)
          .thenComparing(each -> each.extent().size(), Comparator.reverseOrder());

  static ForcedVacuums of(Database database, Evidence evidence) {
    var due = new ArrayList<Relation>();
    var near = new ArrayList<Relation>();
    for (var relation : evidence.relations(database.name())) {
      if (!relation.isAutovacuumed() || isHeld(relation, evidence)) {
        continue;
      }
      if (evidence.isForced(relation)) {
        due.add(relation);
      } else if (ageOf(relation).count() >= NEAR * limit(relation, evidence).count()) {
        near.add(relation);
      }
    }
    due.sort(PEOPLES_LARGEST_FIRST);
    near.sort(PEOPLES_LARGEST_FIRST);
    var running =
        evidence.survey().machinery().workers().or(List.of()).stream()
            .filter(each -> each.database().equals(database.name()) && each.preventsWraparound())
            .toList();
    return new ForcedVacuums(running, due, near);
  }

  boolean isEmpty() {
    return running.isEmpty() && due.isEmpty() && near.isEmpty();
  }

  /// Those that have to come first: the due ones, else the near ones.
  List<Relation> next() {
    return due.isEmpty() ? near : due;
  }

  /// The figures of some of them.
  Stream<Fact> facts(int most, Evidence evidence) {
    return Stream.concat(
        running.stream()
            .map(each -> Fact.observed("running", each.task(), "pg_stat_activity.query")),
        Stream.concat(due.stream(), near.stream()).limit(most).map(each -> fact(each, evidence)));
  }

  private static Fact fact(Relation relation, Evidence evidence) {
    var limit = limit(relation, evidence);
    boolean isForMultixacts = evidence.isForced(relation) && !ageOf(relation).exceeds(limit);
    return isForMultixacts
        ? Fact.observed(
            Names.of(relation, evidence),
            "%s of %s multixacts"
                .formatted(
                    Quantities.count(relation.ages().map(ages -> ages.multixact()).or(0L)),
                    Quantities.count(
                        evidence.options(relation).multixactFreezeMaxAge().value().count())),
            "mxid_age(pg_class.relminmxid)")
        : Fact.observed(
            Names.of(relation, evidence),
            "%s of %s transactions"
                .formatted(
                    Quantities.count(ageOf(relation).count()), Quantities.count(limit.count())),
            "age(pg_class.relfrozenxid)");
  }

  private static boolean isHeld(Relation relation, Evidence evidence) {
    return evidence.survey().horizonHolders().stream()
        .filter(holder -> holder.age().exceeds(evidence.survey().settings().freezeMaxAge()))
        .map(HorizonHolder::reach)
        .anyMatch(reach -> reach.covers(relation));
  }

  private static XidAge limit(Relation relation, Evidence evidence) {
    return evidence.options(relation).freezeMaxAge().value();
  }

  private static XidAge ageOf(Relation relation) {
    return relation.ages().map(ages -> ages.xid()).or(XidAge.NONE);
  }
}
