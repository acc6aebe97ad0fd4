package org.vacuumadvisor.page;

import java.util.List;
import org.vacuumadvisor.page.PageDefect.Kind;

/// The rules for the header of a tuple that can be checked without the catalog and without knowing
/// any transaction; those that the extension `amcheck` checks, too.
final class TupleCheck {
  /// `HEAP_HASOID_OLD`: before PostgreSQL 12 a table could have been made `WITH OIDS`.
  private static final int HEAP_HASOID_OLD = 0x0008;

  private static final int OID_SIZE = 4;

  /// `MaxHeapAttributeNumber`.
  private static final int MAX_ATTRIBUTES = 1_600;

  private static final int INFOMASK2_AT = 18;
  private static final int INFOMASK_AT = 20;
  private static final int HOFF_AT = 22;

  void check(HeapTuple tuple, List<PageDefect> defects) {
    if (tuple.attributes() > MAX_ATTRIBUTES) {
      var what =
          "%d attributes, but a table has no more than %d columns"
              .formatted(tuple.attributes(), MAX_ATTRIBUTES);
      defects.add(defect(tuple, INFOMASK2_AT, 2, what));
    }
    if (tuple.has(HeapTuple.HEAP_XMAX_COMMITTED) && tuple.has(HeapTuple.HEAP_XMAX_IS_MULTI)) {
      defects.add(
          defect(tuple, INFOMASK_AT, 2, "a multixact is marked as a committed transaction"));
    }
    int expected = expectedHoff(tuple);
    if (tuple.hoff() != expected || expected > tuple.length()) {
      var bitmap = tuple.has(HeapTuple.HEAP_HASNULL) ? " and a null bitmap" : "";
      var what =
          "t_hoff=%d, but with %d attributes%s the data begins at %d of %d bytes"
              .formatted(tuple.hoff(), tuple.attributes(), bitmap, expected, tuple.length());
      defects.add(defect(tuple, HOFF_AT, 1, what));
    }
  }

  private static int expectedHoff(HeapTuple tuple) {
    int nullBitmap = tuple.has(HeapTuple.HEAP_HASNULL) ? (tuple.attributes() + 7) / 8 : 0;
    int oid = tuple.has(HEAP_HASOID_OLD) ? OID_SIZE : 0;
    return HeapPage.maxAlign(HeapTuple.HEADER_SIZE + nullBitmap + oid);
  }

  private static PageDefect defect(HeapTuple tuple, int at, int length, String what) {
    int from = tuple.offset() + at;
    return new PageDefect(Kind.TUPLE_HEADER, tuple.number(), from, from + length, what);
  }
}
