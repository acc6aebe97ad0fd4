package org.vacuumadvisor.forecast.simulator;

import org.vacuumadvisor.model.FreezeAges;
import org.vacuumadvisor.postgres.VacuumTrigger;
import org.vacuumadvisor.unit.XidAge;

/// How far a table is frozen, its `relfrozenxid` and `relminmxid`: counted from the start of the
/// simulation, so that what was frozen up to an earlier ID is negative.
final class FrozenIds {
  /// IDs are whole numbers on the server, sums of fractions here.
  private static final double EPSILON = 1e-6;

  private final Consumed consumed;
  private double xid;
  private double multixact;

  FrozenIds(FreezeAges ages, Consumed consumed) {
    this.consumed = consumed;
    xid = -(double) ages.xid().count();
    multixact = -(double) ages.multixact().or(XidAge.NONE).count();
  }

  XidAge xidAge(double second) {
    return new XidAge(Math.round(Math.floor(consumed.xid(second) - xid + EPSILON)));
  }

  XidAge multixactAge(double second) {
    return new XidAge(Math.round(Math.floor(consumed.multixact(second) - multixact + EPSILON)));
  }

  /// The second at which it has that age; 0 if it had it from the start.
  double secondAtAge(double age) {
    return Math.max(0, consumed.secondAtXid(xid + age));
  }

  /// The second at which a vacuum is forced (`autovacuum_freeze_max_age` and its twin).
  double forcedAt(VacuumTrigger trigger) {
    return Math.min(
        consumed.secondAtXid(xid + (double) trigger.freezeMaxAge().count() + 1),
        consumed.secondAtMultixact(
            multixact + (double) trigger.multixactFreezeMaxAge().count() + 1));
  }

  /// What a vacuum has frozen; it never goes back.
  void advance(double toXid, double toMultixact) {
    xid = Math.max(xid, toXid);
    multixact = Math.max(multixact, toMultixact);
  }
}
