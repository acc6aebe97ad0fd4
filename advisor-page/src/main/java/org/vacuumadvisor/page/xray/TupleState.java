package org.vacuumadvisor.page.xray;

import static org.vacuumadvisor.page.HeapTuple.HEAP_XMAX_COMMITTED;
import static org.vacuumadvisor.page.HeapTuple.HEAP_XMAX_INVALID;
import static org.vacuumadvisor.page.HeapTuple.HEAP_XMAX_IS_MULTI;
import static org.vacuumadvisor.page.HeapTuple.HEAP_XMIN_COMMITTED;

import org.vacuumadvisor.page.HeapTuple;

/// Whether a tuple is there for a dirty read (`HeapTupleSatisfiesDirty()` in
/// `heapam_visibility.c`), as far as its own header tells: by the hint bits that whoever looked at
/// it before has left.
public enum TupleState {
  LIVE,
  /// Deleted, replaced by a newer version, or of a transaction that was rolled back.
  DEAD,
  /// The header holds no hint, and the outcome of the transaction is recorded elsewhere.
  UNDETERMINED;

  private static final int FIRST_NORMAL_XID = 3;

  static TupleState of(HeapTuple tuple) {
    if (tuple.hasInvalidXmin()) {
      return DEAD;
    }
    if (!tuple.has(HEAP_XMIN_COMMITTED) && !isPermanent(tuple.xmin())) {
      return UNDETERMINED;
    }
    if (isUndeleted(tuple) || tuple.isOnlyLocked()) {
      return LIVE;
    }
    return tuple.has(HEAP_XMAX_COMMITTED) && !tuple.has(HEAP_XMAX_IS_MULTI) ? DEAD : UNDETERMINED;
  }

  /// Whether no transaction ID in the tuple means anything any more.
  static boolean isFrozen(HeapTuple tuple) {
    return (tuple.hasFrozenXmin() || isPermanent(tuple.xmin())) && isUndeleted(tuple);
  }

  static boolean isUndeleted(HeapTuple tuple) {
    return tuple.has(HEAP_XMAX_INVALID) || tuple.xmax() == 0;
  }

  /// Before 9.4 a frozen tuple had 2 as its `xmin`; 1 is the transaction that makes a cluster.
  private static boolean isPermanent(int xmin) {
    return xmin > 0 && xmin < FIRST_NORMAL_XID;
  }
}
