package org.vacuumadvisor.lab.xray;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.xray.XrayedServer.Stattuple;
import org.vacuumadvisor.page.xray.Census;
import org.vacuumadvisor.page.xray.Figure;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;

/// Oracles: `pgstattuple`, `pageinspect`, and what a real VACUUM does.
class CensusOnServersTest {
  @ParameterizedTest
  @MethodSource("org.vacuumadvisor.lab.server.Releases#underTest")
  void countsWhatTheServerCountsAndForetellsItsVacuum(Release release)
      throws SQLException, SourceException, InterruptedException {
    try (var server = XrayedServer.start(release)) {
      giveHistory(server);
      for (var table : new String[] {"plain", "keyed"}) {
        var counted = server.stattuple(table);
        var before = server.census(table);

        assertEquals(counted, Stattuple.of(before, 8192, release), table);
        assertTrue(before.isDetermined());
        assertEquals(pointersOf(server, table), pointersOf(before));
        assertEquals(heapOnlyOf(server, table), before.of(Figure.HEAP_ONLY_TUPLES));

        server.server().execute("VACUUM " + table);
        assertForetold(before, server.census(table));
      }
      server.server().execute("VACUUM FREEZE plain");
      var frozen = server.census("plain");
      long occupied = frozen.of(Figure.PAGES) - frozen.of(Figure.EMPTY_PAGES);
      assertEquals(occupied, frozen.of(Figure.FROZEN_PAGES));
      assertEquals(0, frozen.of(Figure.PAGES_TO_VACUUM));
    }
  }

  /// Inserts, updates in chains, deletes, rollbacks, locks of one and of several.
  private static void giveHistory(XrayedServer server) throws SQLException {
    for (var table : new String[] {"plain", "keyed"}) {
      server
          .server()
          .execute(
              "SELECT setseed(0.5)",
              "CREATE TABLE %s (id int %s, n int, t text) WITH (fillfactor = 80)"
                  .formatted(table, table.equals("keyed") ? "PRIMARY KEY" : ""),
              "INSERT INTO %s SELECT g, g, repeat('x', g %% 50) FROM generate_series(1, 20000) g"
                  .formatted(table),
              "UPDATE %s SET n = n + 1 WHERE id %% 7 = 0".formatted(table),
              "UPDATE %s SET n = n + 1 WHERE id %% 21 = 0".formatted(table),
              "DELETE FROM %s WHERE id %% 11 = 0 OR id > 19000".formatted(table),
              "BEGIN; UPDATE %s SET n = 0 WHERE id %% 13 = 0; ROLLBACK".formatted(table),
              "BEGIN; INSERT INTO %s SELECT -g, g FROM generate_series(1, 500) g; ROLLBACK"
                  .formatted(table),
              "BEGIN; SELECT * FROM %s WHERE id %% 17 = 0 FOR UPDATE; COMMIT".formatted(table),
              "SELECT count(*) FROM %s".formatted(table));
    }
  }

  private static void assertForetold(Census before, Census after) {
    long cutOff = before.pointers() - after.pointers();
    assertEquals(0, after.of(Figure.DEAD_TUPLES));
    assertEquals(before.of(Figure.LIVE_TUPLES), after.of(Figure.LIVE_TUPLES));
    assertEquals(
        before.of(Figure.VACUUM_FREES_POINTERS),
        after.of(Figure.UNUSED_POINTERS) - before.of(Figure.UNUSED_POINTERS) + cutOff);
    if (after.of(Figure.PAGES) == before.of(Figure.PAGES)) {
      assertEquals(
          before.of(Figure.VACUUM_FREES_BYTES) + cutOff * 4,
          after.of(Figure.FREE_BYTES) - before.of(Figure.FREE_BYTES));
    }
  }

  private static String pointersOf(Census census) {
    return "%d normal, %d redirected, %d dead, %d unused"
        .formatted(
            census.of(Figure.NORMAL_POINTERS),
            census.of(Figure.REDIRECTED_POINTERS),
            census.of(Figure.DEAD_POINTERS),
            census.of(Figure.UNUSED_POINTERS));
  }

  private static String pointersOf(XrayedServer server, String table) throws SQLException {
    return server.text(
        """
        SELECT format('%%s normal, %%s redirected, %%s dead, %%s unused',
               count(*) FILTER (WHERE lp_flags = 1), count(*) FILTER (WHERE lp_flags = 2),
               count(*) FILTER (WHERE lp_flags = 3), count(*) FILTER (WHERE lp_flags = 0))
          FROM generate_series(0, pg_relation_size('%1$s') / 8192 - 1) b,
               heap_page_items(get_raw_page('%1$s', b::int))\
        """
            .formatted(table));
  }

  private static long heapOnlyOf(XrayedServer server, String table) throws SQLException {
    return Long.parseLong(
        server.text(
            """
            SELECT count(*) FILTER (WHERE t_infomask2 & 32768 <> 0)
              FROM generate_series(0, pg_relation_size('%1$s') / 8192 - 1) b,
                   heap_page_items(get_raw_page('%1$s', b::int))\
            """
                .formatted(table)));
  }
}
