package org.vacuumadvisor.lab.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.HeapTuple;
import org.vacuumadvisor.page.LpState;
import org.vacuumadvisor.page.PageCheck;

/// Compares every byte of a page that a server left with a page of ours, but for:
///
/// - `pd_lsn` and `pd_checksum`, which depend on the WAL and not on the page before;
/// - the free space between `pd_lower` and `pd_upper`, whose bytes mean nothing;
/// - the four hint bits of `t_infomask`, and only where the server has one more than we: it sets
///   them whenever it looks at a tuple and finds its transaction over;
/// - after VACUUM, `PD_ALL_VISIBLE`, which belongs to the visibility map.
final class PageComparison {
  private static final int HINTS =
      HeapTuple.HEAP_XMIN_COMMITTED
          | HeapTuple.HEAP_XMIN_INVALID
          | HeapTuple.HEAP_XMAX_COMMITTED
          | HeapTuple.HEAP_XMAX_INVALID;

  /// Letters of a failure: the first differences tell enough.
  private static final int SHOWN = 1_000;

  private static final int LSN_AND_CHECKSUM = 10;
  private static final int FLAGS_AT = 10;
  private static final int INFOMASK_AT = 20;

  private final HeapPage expected;
  private final int maskedFlags;

  private PageComparison(HeapPage expected, int maskedFlags) {
    this.expected = expected;
    this.maskedFlags = maskedFlags;
  }

  static PageComparison ofPruning(HeapPage ofServer) {
    return new PageComparison(ofServer, 0);
  }

  static PageComparison ofVacuum(HeapPage ofServer) {
    return new PageComparison(ofServer, HeapPage.PD_ALL_VISIBLE);
  }

  void with(HeapPage actual, String where) {
    var wrong = new ArrayList<Integer>();
    var mask = mask(actual);
    for (int at = LSN_AND_CHECKSUM; at < expected.size(); at++) {
      boolean free = at >= expected.lower() && at < expected.upper();
      int differs = (expected.bytes()[at] ^ actual.bytes()[at]) & ~mask[at] & 0xFF;
      if (!free && differs != 0) {
        wrong.add(at);
      }
    }
    assertEquals(List.of(), new PageCheck().defects(expected), where);
    assertEquals(List.of(), wrong, () -> where + different(actual));
  }

  private byte[] mask(HeapPage actual) {
    var mask = new byte[expected.size()];
    mask[FLAGS_AT] = (byte) maskedFlags;
    for (int number = 1; number <= expected.linePointers(); number++) {
      if (expected.linePointer(number).state() == LpState.LP_NORMAL) {
        var tuple = expected.tuple(number);
        int at = tuple.offset() + INFOMASK_AT + 1;
        int more = expected.bytes()[at] & ~actual.bytes()[at];
        mask[at] = (byte) (more & (HINTS >> Byte.SIZE));
      }
    }
    return mask;
  }

  /// The fields that differ, of the server's page and then of ours.
  private String different(HeapPage actual) {
    var theirs = fields(expected);
    var ours = fields(actual);
    var text = new StringBuilder();
    for (int i = 0; i < Math.max(theirs.size(), ours.size()) && text.length() < SHOWN; i++) {
      var one = i < theirs.size() ? theirs.get(i) : "nothing";
      var other = i < ours.size() ? ours.get(i) : "nothing";
      if (!one.equals(other)) {
        text.append("\n  ").append(i).append(": ").append(one).append(" not ").append(other);
      }
    }
    return text.toString();
  }

  private static List<String> fields(HeapPage page) {
    var fields = new ArrayList<String>();
    fields.add(
        "flags=%d lower=%d upper=%d prune_xid=%d"
            .formatted(page.flags(), page.lower(), page.upper(), page.pruneXid()));
    for (int number = 1; number <= page.linePointers(); number++) {
      var pointer = page.linePointer(number);
      fields.add(
          pointer.state() == LpState.LP_NORMAL
              ? pointer + header(page.tuple(number))
              : pointer.toString());
    }
    return fields;
  }

  private static String header(HeapTuple tuple) {
    return " xmin=%d xmax=%d ctid=(%d,%d) infomask2=%x infomask=%x"
        .formatted(
            tuple.xmin(),
            tuple.xmax(),
            tuple.ctidBlock(),
            tuple.ctidNumber(),
            tuple.infomask2(),
            tuple.infomask());
  }
}
