package org.vacuumadvisor.page.prune;

import org.vacuumadvisor.page.HeapTuple;

/// What can be removed at a moment: `OldestXmin`, and what became of the transactions. Seen from a
/// transaction that has not written the tuples itself, as VACUUM's never has.
///
/// @param oldestXmin what transactions before this one deleted, no one can see any more
public record Horizon(int oldestXmin, Transactions transactions) {
  static final int INVALID_XID = 0;
  static final int FROZEN_XID = 2;
  private static final int FIRST_NORMAL_XID = 3;

  /// The fate of a tuple: `HeapTupleSatisfiesVacuum()` of `heapam_visibility.c`. Hint bits are
  /// believed and not set.
  public TupleFate fateOf(HeapTuple tuple) {
    return switch (insertion(tuple)) {
      case ABORTED -> TupleFate.DEAD;
      case IN_PROGRESS -> TupleFate.INSERT_IN_PROGRESS;
      case COMMITTED -> fateOfInserted(tuple);
    };
  }

  private TransactionStatus insertion(HeapTuple tuple) {
    if (tuple.has(HeapTuple.HEAP_XMIN_COMMITTED)) {
      return TransactionStatus.COMMITTED;
    }
    return tuple.hasInvalidXmin() ? TransactionStatus.ABORTED : status(tuple.xmin());
  }

  private TupleFate fateOfInserted(HeapTuple tuple) {
    if (tuple.has(HeapTuple.HEAP_XMAX_INVALID) || tuple.isOnlyLocked()) {
      return TupleFate.LIVE;
    }
    int deleter = updateXid(tuple);
    var deletion =
        tuple.has(HeapTuple.HEAP_XMAX_COMMITTED) ? TransactionStatus.COMMITTED : status(deleter);
    return switch (deletion) {
      case ABORTED -> TupleFate.LIVE;
      case IN_PROGRESS -> TupleFate.DELETE_IN_PROGRESS;
      case COMMITTED -> precedes(deleter, oldestXmin) ? TupleFate.DEAD : TupleFate.RECENTLY_DEAD;
    };
  }

  /// The transaction that deleted or updated a tuple, taken out of a multixact if need be:
  /// `HeapTupleHeaderGetUpdateXid()`.
  int updateXid(HeapTuple tuple) {
    boolean ofSeveral =
        tuple.has(HeapTuple.HEAP_XMAX_IS_MULTI)
            && !tuple.has(HeapTuple.HEAP_XMAX_INVALID)
            && !tuple.has(HeapTuple.HEAP_XMAX_LOCK_ONLY);
    return ofSeveral ? transactions.updaterOf(tuple.xmax()) : tuple.xmax();
  }

  private TransactionStatus status(int xid) {
    return switch (xid) {
      case INVALID_XID -> TransactionStatus.ABORTED;
      case 1, FROZEN_XID -> TransactionStatus.COMMITTED;
      default -> transactions.status(xid);
    };
  }

  /// `TransactionIdPrecedes()`: normal transaction IDs wrap around, and the first three lie before
  /// all others.
  static boolean precedes(int one, int other) {
    boolean circular = isNormal(one) && isNormal(other);
    return circular ? one - other < 0 : Integer.compareUnsigned(one, other) < 0;
  }

  private static boolean isNormal(int xid) {
    return Integer.compareUnsigned(xid, FIRST_NORMAL_XID) >= 0;
  }
}
