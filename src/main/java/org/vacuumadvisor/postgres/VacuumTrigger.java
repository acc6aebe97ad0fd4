package org.vacuumadvisor.postgres;

import org.vacuumadvisor.unit.XidAge;

/// When autovacuum comes to a table: `relation_needs_vacanalyze()` in `autovacuum.c`, in the same
/// single precision and the same order of operations, so that the numbers are the server's.
///
/// @param multixactFreezeMaxAge that of the options, or less where many members are in use
public record VacuumTrigger(AutovacuumOptions options, XidAge multixactFreezeMaxAge) {

  /// The same trigger where the members in use have lowered the limit of multixacts.
  public VacuumTrigger withMultixactLimit(XidAge limit) {
    return limit.compareTo(multixactFreezeMaxAge) < 0 ? new VacuumTrigger(options, limit) : this;
  }

  public XidAge freezeMaxAge() {
    return options.freezeMaxAge().value();
  }

  /// The thresholds of a table of this size.
  public Thresholds at(RelationSize size) {
    float rows = size.rows();
    float vacuum = passed(options.vacuumThreshold(), options.vacuumScaleFactor(), rows);
    float most = (float) (long) options.maxThreshold().value();
    return new Thresholds(
        most >= 0 && vacuum > most ? most : vacuum,
        insert(rows, size),
        passed(options.analyzeThreshold(), options.analyzeScaleFactor(), rows));
  }

  private static float passed(Effective<Long> base, Effective<Double> factor, float rows) {
    return (float) (long) base.value() + (float) (double) factor.value() * rows;
  }

  /// Whether ages alone bring autovacuum, even where it is disabled.
  public boolean forced(XidAge xidAge, XidAge multixactAge) {
    return xidAge.exceeds(freezeMaxAge()) || multixactAge.exceeds(multixactFreezeMaxAge);
  }

  /// From 18 on the scale factor counts rows on pages alone that are not all-frozen.
  private float insert(float rows, RelationSize size) {
    if (options.insertThreshold().value() < 0) {
      return Float.POSITIVE_INFINITY;
    }
    float part = Feature.UNFROZEN_INSERT_TRIGGER.isIn(options.release()) ? size.unfrozen() : 1;
    float scaled = (float) (double) options.insertScaleFactor().value() * rows;
    return (float) (long) options.insertThreshold().value() + scaled * part;
  }
}
