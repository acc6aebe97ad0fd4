package org.vacuumadvisor.forecast.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.forecast.Clusters;
import org.vacuumadvisor.forecast.cluster.Arrivals;
import org.vacuumadvisor.forecast.cluster.ChainsSeen;
import org.vacuumadvisor.forecast.cluster.ChainsSeen.Grown;
import org.vacuumadvisor.forecast.cluster.HeapDoubt;
import org.vacuumadvisor.forecast.cluster.HeapStart;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.postgres.RelationSize;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.StorageParameters;

/// Seen on 16.15: `pgbench_accounts` with 300 transactions a second after one row in three had been
/// updated at once (`pgbench-tpcb` of the lab), and documents replaced 100 times a second
/// (`wide-jsonb`); the counters read each half second for three minutes.
class ChainRoomTest {
  private static final Arrivals PGBENCH = new Arrivals(0, 0, 295.7, 3.2, 3.2);
  private static final Arrivals DOCUMENTS = new Arrivals(0, 0, 98.9, 0.9, 0.9);

  /// 6,020 to 7,189 dead rows from a minute after the vacuum on.
  @Test
  void holdsAsManyDeadRowsAsPgbenchHad() {
    var accounts = table(heap(1_098, 50_000, 132, ChainsSeen.NOTHING), PGBENCH);

    between(6_020, 7_189, room(accounts).of(1_098, 50_000));
  }

  /// 1,239 to 1,465 dead rows.
  @Test
  void holdsAsManyDeadRowsAsDocumentsHad() {
    var profile = table(heap(109, 11_000, 60, ChainsSeen.NOTHING), DOCUMENTS);

    between(1_239, 1_465, room(profile).of(109, 11_000));
  }

  /// 22,988 dead rows, 16,667 of them since before the first transaction. A vacuum took all, and
  /// 6,020 to 7,189 came again.
  @Test
  void tellsDeadRowsOfChainsFromThoseThatWereThereBefore() {
    var accounts = table(heap(1_102, 50_000, 132, ChainsSeen.NOTHING), PGBENCH);
    var room = room(accounts);

    double chained = room.ofSeen(22_988, room.of(1_102, 50_000));

    between(6_020, 7_189, chained);
    assertEquals(16_667, 22_988 - chained, 667);
  }

  /// Dead rows that no longer grew while 9,000 updates came are all that chains can hold.
  @Test
  void holdsNoMoreThanWasSeenInBalance() {
    var seen = seen(new Grown(2_000, 2_000, 30));
    var accounts = table(heap(1_098, 50_000, 132, seen), PGBENCH);

    assertEquals(2_000, room(accounts).of(1_098, 50_000) * 295.7 / 298.9, 1);
  }

  /// Pages that fill in step hold no more than twice their balance before the first is pruned.
  @Test
  void holdsHalfOfWhatAddedUpAtLeast() {
    var seen = seen(new Grown(0, 20_000, 80));
    var accounts = table(heap(1_098, 50_000, 132, seen), PGBENCH);

    between(9_800, 20_000, room(accounts).of(1_098, 50_000));
  }

  /// `heap_page_prune_opt()`: a page is pruned as soon as less is free than the fillfactor keeps.
  /// On 15.19, 200 updates a second of 50,000 such rows left 1,168 dead rows on 1,163 pages filled
  /// to 70 %, 1,027 on 1,021 (80 %) and 911 on 910 (90 %), after 60 s as after 100.
  @ParameterizedTest
  @CsvSource({"70, 1163, 1168", "80, 1021, 1027", "90, 910, 911"})
  void holdsOneVersionOfAPageWhoseFillfactorKeepsTheRoom(
      String fillfactor, double pages, double seen) {
    var accounts =
        table(heap(pages, 50_000, 132, ChainsSeen.NOTHING), new Arrivals(0, 0, 200, 0))
            .with(StorageParameters.NONE.with("fillfactor", fillfactor));

    assertEquals(seen, room(accounts).of(pages, 50_000), 0.01 * seen);
  }

  @Test
  void mayHoldAQuarterMore() {
    var heap = heap(1_098, 50_000, 132, ChainsSeen.NOTHING);

    double likely = room(table(heap, PGBENCH)).of(1_098, 50_000);

    assertEquals(
        1.25 * likely, room(table(heap.with(HeapDoubt.MOST), PGBENCH)).of(1_098, 50_000), 1e-6);
  }

  /// Ten times as large as its rows: they may lie on a tenth of its pages.
  @Test
  void mayHoldFarFewerWhereRowsAreOnFewPages() {
    var heap = heap(8_000, 50_000, 132, ChainsSeen.NOTHING);

    double least = room(table(heap.with(HeapDoubt.LEAST), PGBENCH)).of(8_000, 50_000);

    assertTrue(least < 50_000 * 132 / 8_000.0, "at least " + least);
  }

  /// 289 of 63,468 updates went to another page, 288 of them in the first 120 s.
  @Test
  void countsUpdatesThatLeaveFullPagesOnce() {
    var accounts = table(heap(1_098, 50_000, 132, ChainsSeen.NOTHING), PGBENCH);

    var moves = Moves.of(accounts, Footprint.of(accounts, 8_192));

    between(289, 2 * 289, moves.left());
    assertTrue(moves.after(600).left() < 0.05 * moves.left());
  }

  /// pgbench on 13, scale 10: of 72,275 updates 28,170 were not HOT, vacuum after vacuum. A million
  /// rows on 16,563 pages leave no room for versions.
  @Test
  void countsUpdatesForEverWherePagesHaveNoRoom() {
    var heap = heap(16_563, 1_000_000, 132, ChainsSeen.NOTHING);
    var accounts = table(heap, new Arrivals(0, 0, 245, 156, 0));

    assertEquals(Moves.ENDLESS, Moves.of(accounts, Footprint.of(accounts, 8_192)));
  }

  private static ChainRoom room(TableStart table) {
    return new ChainRoom(table, Footprint.of(table, 8_192));
  }

  private static ChainsSeen seen(Grown grown) {
    return new ChainsSeen(Optional.empty(), Optional.of(grown), 0);
  }

  private static HeapStart heap(double pages, double live, double rowBytes, ChainsSeen seen) {
    return new HeapStart(
        pages,
        live,
        0,
        rowBytes,
        0,
        0,
        0,
        new RelationSize(live, (long) pages, 0),
        seen,
        HeapDoubt.NONE);
  }

  private static TableStart table(HeapStart heap, Arrivals arrivals) {
    return Clusters.of(Release.V16).table(heap, arrivals, 0).cluster().tables().getFirst();
  }

  private static void between(double low, double high, double value) {
    assertTrue(low <= value && value <= high, "%s to %s, but %s".formatted(low, high, value));
  }
}
