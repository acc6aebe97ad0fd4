package org.vacuumadvisor.postgres;

import org.vacuumadvisor.unit.XidAge;

/// When autovacuum comes to a table: `relation_needs_vacanalyze()` in `autovacuum.c`, in the same
/// single precision and the same order of operations, so that the numbers are the server's.
///
/// @param maxThreshold negative: no cap
/// @param insertThreshold negative: inserts start no vacuum
/// @param insertPart which part of the table the insert scale factor counts
public record VacuumTrigger(
    AutovacuumState state,
    long vacuumThreshold,
    double vacuumScaleFactor,
    long maxThreshold,
    long insertThreshold,
    double insertScaleFactor,
    InsertPart insertPart,
    long analyzeThreshold,
    double analyzeScaleFactor,
    XidAge freezeMaxAge,
    XidAge multixactFreezeMaxAge) {

  /// Which rows the insert scale factor is multiplied with.
  public enum InsertPart {
    /// All of them, up to 17.
    WHOLE_TABLE,
    /// Those on pages not all-frozen, from 18.
    UNFROZEN_PAGES
  }

  public static VacuumTrigger of(AutovacuumOptions options) {
    return new VacuumTrigger(
        options.state(),
        options.vacuumThreshold().value(),
        options.vacuumScaleFactor().value(),
        options.maxThreshold().value(),
        options.insertThreshold().value(),
        options.insertScaleFactor().value(),
        Feature.UNFROZEN_INSERT_TRIGGER.isIn(options.release())
            ? InsertPart.UNFROZEN_PAGES
            : InsertPart.WHOLE_TABLE,
        options.analyzeThreshold().value(),
        options.analyzeScaleFactor().value(),
        options.freezeMaxAge().value(),
        options.multixactFreezeMaxAge().value());
  }

  /// The same trigger where the members in use have lowered the limit of multixacts.
  public VacuumTrigger withMultixactLimit(XidAge limit) {
    return new VacuumTrigger(
        state,
        vacuumThreshold,
        vacuumScaleFactor,
        maxThreshold,
        insertThreshold,
        insertScaleFactor,
        insertPart,
        analyzeThreshold,
        analyzeScaleFactor,
        freezeMaxAge,
        limit.compareTo(multixactFreezeMaxAge) < 0 ? limit : multixactFreezeMaxAge);
  }

  /// The thresholds of a table of this size.
  public Thresholds at(RelationSize size) {
    float rows = size.rows();
    float vacuum = (float) vacuumThreshold + (float) vacuumScaleFactor * rows;
    if (maxThreshold >= 0 && vacuum > (float) maxThreshold) {
      vacuum = (float) maxThreshold;
    }
    float analyze = (float) analyzeThreshold + (float) analyzeScaleFactor * rows;
    return new Thresholds(vacuum, insert(rows, size), analyze);
  }

  /// Whether ages alone bring autovacuum, even where it is disabled.
  public boolean forced(XidAge xidAge, XidAge multixactAge) {
    return xidAge.exceeds(freezeMaxAge) || multixactAge.exceeds(multixactFreezeMaxAge);
  }

  /// Whether the counters bring a vacuum; never where autovacuum is disabled.
  public boolean dueForVacuum(RelationSize size, long deadRows, long insertedRows) {
    var thresholds = at(size);
    return state.isOn()
        && (thresholds.isPassedByDead(deadRows) || thresholds.isPassedByInserted(insertedRows));
  }

  private float insert(float rows, RelationSize size) {
    if (insertThreshold < 0) {
      return Float.POSITIVE_INFINITY;
    }
    float scaled = (float) insertScaleFactor * rows;
    return (float) insertThreshold
        + switch (insertPart) {
          case WHOLE_TABLE -> scaled;
          case UNFROZEN_PAGES -> scaled * size.unfrozen();
        };
  }
}
