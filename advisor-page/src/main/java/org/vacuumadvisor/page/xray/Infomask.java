package org.vacuumadvisor.page.xray;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.page.HeapTuple;

/// The bits of a tuple's header by the names of `htup_details.h`.
public final class Infomask {
  private static final List<Bit> INFOMASK =
      List.of(
          new Bit(HeapTuple.HEAP_HASNULL, "HEAP_HASNULL"),
          new Bit(0x0002, "HEAP_HASVARWIDTH"),
          new Bit(0x0004, "HEAP_HASEXTERNAL"),
          new Bit(0x0008, "HEAP_HASOID_OLD"),
          new Bit(HeapTuple.HEAP_XMAX_KEYSHR_LOCK, "HEAP_XMAX_KEYSHR_LOCK"),
          new Bit(0x0020, "HEAP_COMBOCID"),
          new Bit(HeapTuple.HEAP_XMAX_EXCL_LOCK, "HEAP_XMAX_EXCL_LOCK"),
          new Bit(HeapTuple.HEAP_XMAX_LOCK_ONLY, "HEAP_XMAX_LOCK_ONLY"),
          new Bit(HeapTuple.HEAP_XMIN_COMMITTED, "HEAP_XMIN_COMMITTED"),
          new Bit(HeapTuple.HEAP_XMIN_INVALID, "HEAP_XMIN_INVALID"),
          new Bit(HeapTuple.HEAP_XMAX_COMMITTED, "HEAP_XMAX_COMMITTED"),
          new Bit(HeapTuple.HEAP_XMAX_INVALID, "HEAP_XMAX_INVALID"),
          new Bit(HeapTuple.HEAP_XMAX_IS_MULTI, "HEAP_XMAX_IS_MULTI"),
          new Bit(0x2000, "HEAP_UPDATED"),
          new Bit(HeapTuple.HEAP_MOVED_OFF, "HEAP_MOVED_OFF"),
          new Bit(HeapTuple.HEAP_MOVED_IN, "HEAP_MOVED_IN"));

  private static final List<Bit> INFOMASK2 =
      List.of(
          new Bit(0x2000, "HEAP_KEYS_UPDATED"),
          new Bit(HeapTuple.HEAP_HOT_UPDATED, "HEAP_HOT_UPDATED"),
          new Bit(HeapTuple.HEAP_ONLY_TUPLE, "HEAP_ONLY_TUPLE"));

  private Infomask() {}

  private record Bit(int value, String name) {}

  /// The bits of `t_infomask` that are set.
  public static List<String> ofInfomask(HeapTuple tuple) {
    return names(tuple.infomask(), INFOMASK);
  }

  /// The bits of `t_infomask2` that are set; the number of attributes is none of them.
  public static List<String> ofInfomask2(HeapTuple tuple) {
    return names(tuple.infomask2(), INFOMASK2);
  }

  private static List<String> names(int bits, List<Bit> known) {
    var names = new ArrayList<String>();
    for (var bit : known) {
      if ((bits & bit.value()) != 0) {
        names.add(bit.name());
      }
    }
    return names;
  }
}
