package org.vacuumadvisor.freeze;

import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import org.vacuumadvisor.postgres.Wraparound;

/// A table's ages through a plan: they grow at the rates, and freezing sets them to zero.
final class Track {
  private final TableOutlook outlook;
  private final IdRates rates;

  /// How many IDs of a kind were left at `since` before it is forced.
  private final Map<Wraparound, Long> left = new EnumMap<>(Wraparound.class);

  private Instant since;
  private boolean isFrozen;
  private int slot = -1;

  Track(TableOutlook outlook, IdRates rates, Instant now) {
    this.outlook = outlook;
    this.rates = rates;
    this.since = now;
    outlook.deadlines().stream()
        .filter(each -> each.limit() == Limit.FORCED)
        .forEach(each -> left.merge(each.ids(), each.margin(), Math::min));
  }

  TableOutlook outlook() {
    return outlook;
  }

  /// The last window it was frozen in; -1 before any.
  int slot() {
    return slot;
  }

  /// The age by which vacuumdb selects: the greater one of table and TOAST table.
  long age(Wraparound ids, Instant at) {
    return rates.between(ids, since, at) + (isFrozen ? 0 : ageNow(ids));
  }

  /// How many IDs are left before it is forced; negative where it is past that.
  long left(Wraparound ids, Instant at) {
    return left.getOrDefault(ids, Wraparound.WRAP.count()) - rates.between(ids, since, at);
  }

  /// It was frozen in that window.
  void freeze(int inSlot, Instant at) {
    isFrozen = true;
    for (var ids : Wraparound.values()) {
      left.put(ids, outlook.limit(ids, Limit.FORCED).count());
    }
    since = at;
    slot = inSlot;
  }

  long ageNow(Wraparound ids) {
    return switch (ids) {
      case TRANSACTIONS -> outlook.xid().count();
      case MULTIXACTS -> outlook.multixact().count();
    };
  }

  boolean wasFrozen() {
    return isFrozen;
  }
}
