package org.vacuumadvisor.evidence;

import org.vacuumadvisor.unit.Share;

/// One of the ways in which a table comes to be vacuumed or analyzed, and how far it has gone
/// (`relation_needs_vacanalyze()` in `autovacuum.c`).
///
/// @param count what has gathered
/// @param limit where autovacuum has reason to come; one more, and it does
public record Reason(Kind kind, double count, double limit) {

  /// What gathers, the graver first.
  public enum Kind {
    /// `age(relfrozenxid)` against `autovacuum_freeze_max_age`: comes even where autovacuum is off.
    XID_AGE,
    /// `mxid_age(relminmxid)` against `autovacuum_multixact_freeze_max_age`, likewise.
    MULTIXACT_AGE,
    /// `n_dead_tup`.
    DEAD_ROWS,
    /// `n_ins_since_vacuum`, since 13.
    INSERTED_ROWS,
    /// `n_mod_since_analyze`; an analyze, no vacuum.
    CHANGED_ROWS;

    /// Whether the server's safety asks for it, whatever the settings say.
    public boolean isForced() {
      return this == XID_AGE || this == MULTIXACT_AGE;
    }
  }

  /// Whether autovacuum comes for it.
  public boolean isReached() {
    return count > limit;
  }

  /// How much of the way is gone; more than all of it where the limit is passed.
  public Share share() {
    return limit > 0 ? new Share(count / limit) : new Share(count > 0 ? 1 + count : 0);
  }
}
