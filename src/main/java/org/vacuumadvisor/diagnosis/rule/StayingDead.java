package org.vacuumadvisor.diagnosis.rule;

import java.util.Optional;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Relation;

/// A table in pasted figures that has more dead rows than autovacuum tolerates, although nobody is
/// seen who holds them: why they stay cannot be told from these figures.
///
/// @param coming whether vacuum comes to it
record StayingDead(Relation relation, Coming coming, Excerpt excerpt) {

  /// What the figures say of vacuums.
  enum Coming {
    /// One came, and there are dead rows past the threshold all the same.
    CAME,
    /// None ever came since the counters began.
    NEVER,
    /// The figures do not say.
    NOT_SHOWN
  }

  /// Empty where the server itself was read, or dead rows are explained.
  static Optional<StayingDead> of(Relation relation, Evidence evidence) {
    return evidence
        .survey()
        .coverage()
        .excerpt()
        .filter(_ -> evidence.isPastVacuumThreshold(relation))
        .filter(_ -> evidence.options(relation).state().isOn())
        .filter(_ -> !isHeld(relation, evidence) && !isKeptByLog(relation, evidence))
        .map(excerpt -> new StayingDead(relation, coming(relation, excerpt), excerpt));
  }

  static boolean is(Relation relation, Evidence evidence) {
    return of(relation, evidence).filter(each -> each.coming == Coming.CAME).isPresent();
  }

  private static boolean isHeld(Relation relation, Evidence evidence) {
    return evidence.survey().horizonHolders().stream()
        .anyMatch(holder -> holder.reach().covers(relation));
  }

  /// Whether a log in the same paste shows that vacuum could not remove them.
  private static boolean isKeptByLog(Relation relation, Evidence evidence) {
    return evidence
        .history(relation)
        .flatMap(told -> told.milestones().hold())
        .map(hold -> hold.last().outcome().tuples().deadNotRemovable())
        .filter(kept -> kept > 0)
        .isPresent();
  }

  private static Coming coming(Relation relation, Excerpt excerpt) {
    if (relation.maintenance().vacuumedLast().isPresent()
        || excerpt.number(relation, "autovacuum_count").orElse(0.0) > 0
        || excerpt.number(relation, "vacuum_count").orElse(0.0) > 0) {
      return Coming.CAME;
    }
    return excerpt.shows(relation, "last_autovacuum") ? Coming.NEVER : Coming.NOT_SHOWN;
  }
}
