package org.vacuumadvisor.forecast.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Against a real 18.6: tables of 30,000 rows of 124 bytes and of 12,000 of 996 bytes, made with
/// three fillfactors and vacuumed every few seconds, got the same random updates, 300 a second,
/// with short transactions only or beside a snapshot of 6 seconds after another.
class PageRoomTest {
  private static final double BLOCK = 8192;

  /// What `count(*) / (pg_relation_size / 8192)` was right after the load.
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # row, fillfactor, rows on a page
          996, 100, 8
          996, 90, 7
          996, 70, 5
          124, 100, 64
          124, 90, 59
          124, 70, 46
          """)
  void fillsPagesAsTheServerDoes(double row, double fillfactor, int rows) {
    assertEquals(rows, PageRoom.of(BLOCK, row, fillfactor).rows(), 1);
  }

  /// `n_tup_newpage_upd` over `n_tup_upd` in the last 70 seconds.
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # row, seen at 100, rows on a page there, fillfactor, seen there
          996, 0.4895, 6.57, 90, 0.2397
          996, 0.4895, 6.57, 70, 0.0115
          124, 0.3075, 59.4, 90, 0.0284
          124, 0.3075, 59.4, 70, 0.0000
          996, 0.2055, 7.18, 90, 0.0002
          996, 0.2055, 7.18, 70, 0.0000
          124, 0.0225, 62.8, 90, 0.0000
          124, 0.0225, 62.8, 70, 0.0000
          """)
  void foreseesTheUpdatesThatFindNoRoom(
      double row, double now, double rowsNow, double fillfactor, double seen) {
    double foreseen =
        PageRoom.of(BLOCK, row, 100).movedShare(now, rowsNow, PageRoom.of(BLOCK, row, fillfactor));

    assertTrue(seen <= 1.5 * foreseen + 0.02, () -> "foreseen " + foreseen);
    assertTrue(foreseen <= now);
  }

  @Test
  void doesNotHelpWhereNoFurtherPlaceIsMade() {
    var full = PageRoom.of(BLOCK, 2_000, 100);

    assertEquals(0.4, full.movedShare(0.4, 4, PageRoom.of(BLOCK, 2_000, 98)));
  }
}
