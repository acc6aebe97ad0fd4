package org.vacuumadvisor.page.xray;

import org.vacuumadvisor.page.prune.Horizon;
import org.vacuumadvisor.page.prune.TransactionStatus;
import org.vacuumadvisor.page.prune.Transactions;

/// The horizon of someone who comes after everyone who ever wrote to a page, and who knows of
/// transactions only what its tuples tell.
final class Hindsight {
  private static final int FIRST_NORMAL_XID = 3;

  private Hindsight() {}

  static Horizon of(PageXray xray) {
    int next = FIRST_NORMAL_XID;
    boolean any = false;
    for (var item : xray.items()) {
      if (item instanceof Item.Row row && isNormal(row.tuple().xmax())) {
        int behind = row.tuple().xmax() + 1;
        next = !any || behind - next > 0 ? behind : next;
        any = true;
      }
    }
    return new Horizon(next, undecided(next));
  }

  private static boolean isNormal(int xid) {
    return Integer.compareUnsigned(xid, FIRST_NORMAL_XID) >= 0;
  }

  /// Whom a multixact has as its updater is recorded elsewhere: it is no one who is over.
  private static Transactions undecided(int next) {
    return new Transactions() {
      @Override
      public TransactionStatus status(int xid) {
        return TransactionStatus.IN_PROGRESS;
      }

      @Override
      public int updaterOf(int multixact) {
        return next;
      }
    };
  }
}
