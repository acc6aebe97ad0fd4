package org.vacuumadvisor.freeze;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.freeze.Deadline.Limit;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.XidAge;

/// What comes to a table if nobody freezes it: table and TOAST table as one, as VACUUM takes them.
///
/// @param toast its TOAST table, or none
/// @param xid the greater of the two ages
/// @param multixact likewise, in multixacts
/// @param deadlines the limits that the two reach, of each the one that comes first
/// @param heldBy those who keep it from being frozen far enough
public record TableOutlook(
    Relation table,
    Optional<Relation> toast,
    XidAge xid,
    XidAge multixact,
    List<Deadline> deadlines,
    FreezeWork work,
    List<HorizonHolder> heldBy) {
  public TableOutlook {
    deadlines = List.copyOf(deadlines);
    heldBy = List.copyOf(heldBy);
  }

  XidAge age(Wraparound ids) {
    return switch (ids) {
      case TRANSACTIONS -> xid;
      case MULTIXACTS -> multixact;
    };
  }

  public boolean isHeld() {
    return !heldBy.isEmpty();
  }

  /// The first deadline of a kind; there always is one of [Limit#FORCED].
  public Optional<Deadline> deadline(Limit limit) {
    return Deadline.first(deadlines, limit);
  }

  /// When autovacuum comes by force; empty where no rate is known, or not within a calendar.
  public Optional<Instant> forced() {
    return deadline(Limit.FORCED).flatMap(Deadline::when);
  }

  /// Whether it is past the limit already.
  public boolean isForced() {
    return deadline(Limit.FORCED).filter(Deadline::isReached).isPresent();
  }

  /// The limit in effect for it.
  public XidAge limit(Wraparound ids, Limit limit) {
    return deadlines.stream()
        .filter(each -> each.ids() == ids && each.limit() == limit)
        .map(Deadline::at)
        .findFirst()
        .orElse(Wraparound.WRAP);
  }
}
