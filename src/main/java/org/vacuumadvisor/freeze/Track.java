package org.vacuumadvisor.freeze;

import java.time.Instant;
import org.vacuumadvisor.postgres.Wraparound;

/// A table's ages through a plan: they grow at the rates, and freezing sets them to zero.
final class Track {
  private final TableOutlook outlook;
  private final IdRates rates;
  private final long limit;
  private final long multixactLimit;
  private final long leftNow;
  private final long multixactsLeftNow;
  private Instant since;
  private boolean isFrozen;
  private int slot = -1;

  Track(TableOutlook outlook, IdRates rates, Instant now) {
    this.outlook = outlook;
    this.rates = rates;
    this.since = now;
    this.limit = outlook.limit(Wraparound.TRANSACTIONS, Limit.FORCED).count();
    this.multixactLimit = outlook.limit(Wraparound.MULTIXACTS, Limit.FORCED).count();
    this.leftNow = leftNow(outlook, Wraparound.TRANSACTIONS);
    this.multixactsLeftNow = leftNow(outlook, Wraparound.MULTIXACTS);
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
    long left =
        switch (ids) {
          case TRANSACTIONS -> isFrozen ? limit : leftNow;
          case MULTIXACTS -> isFrozen ? multixactLimit : multixactsLeftNow;
        };
    return left - rates.between(ids, since, at);
  }

  private static long leftNow(TableOutlook outlook, Wraparound ids) {
    return outlook.deadlines().stream()
        .filter(each -> each.ids() == ids && each.limit() == Limit.FORCED)
        .mapToLong(each -> each.at().count() - each.age().count())
        .min()
        .orElse(Wraparound.WRAP.count());
  }

  /// It was frozen in that window.
  void freeze(int inSlot, Instant at) {
    isFrozen = true;
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
