package org.vacuumadvisor.model;

import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.XidAge;

/// How far a relation or a database is behind in freezing.
///
/// @param xid `age(relfrozenxid)` or `age(datfrozenxid)`
/// @param multixact `mxid_age(relminmxid)` or `mxid_age(datminmxid)`; missing where only the other
///   age was given
public record FreezeAges(XidAge xid, Reading<XidAge> multixact) {
  /// The ages from which a simulation starts where none are known.
  public static final FreezeAges NONE = new FreezeAges(XidAge.NONE, XidAge.NONE);

  /// Both ages are known.
  public FreezeAges(XidAge xid, XidAge multixact) {
    this(xid, Reading.of(multixact));
  }

  /// The age in IDs of a kind.
  public Reading<XidAge> in(Wraparound ids) {
    return switch (ids) {
      case TRANSACTIONS -> Reading.of(xid);
      case MULTIXACTS -> multixact;
    };
  }
}
