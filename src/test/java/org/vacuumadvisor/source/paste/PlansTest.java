package org.vacuumadvisor.source.paste;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.model.Excerpt;

/// Plans as people paste them: psql's frame around them, cut, quoted.
class PlansTest {
  @Test
  void anIndexOnlyScanTellsItsRowsAndHeapFetches() {
    var excerpt =
        excerpt(
            """
            shop=# explain (analyze, buffers) select count(*) from sales.orders where day > '2026-01-01';
                                               QUERY PLAN
            ------------------------------------------------------------------------------------------
             Aggregate  (cost=4718.44..4718.45 rows=1 width=8) (actual time=84.1..84.1 rows=1 loops=1)
               Buffers: shared hit=9120
               ->  Index Only Scan using orders_day_idx on sales.orders o  (cost=0.42..4218.4 rows=200000 width=0) (actual time=0.02..61.7 rows=199000 loops=1)
                     Index Cond: (day > '2026-01-01'::date)
                     Rows Removed by Filter: 1000
                     Heap Fetches: 51234
                     Buffers: shared hit=9120
             Planning Time: 0.080 ms
             Execution Time: 84.2 ms
            (9 rows)
            """);

    assertEquals("51234", figure(excerpt, "orders", "heap_fetches"));
    assertEquals("200000", figure(excerpt, "orders", "index_only_rows"));
    assertEquals(List.of(), excerpt.unknown());
  }

  @Test
  void rowsOfANodeAreAnAverageOverItsLoops() {
    var excerpt =
        excerpt(
            """
            Nested Loop  (cost=0.84..91.2 rows=10 width=4) (actual time=0.1..9.5 rows=1000 loops=1)
              ->  Seq Scan on items i  (cost=0.00..4.00 rows=100 width=4) (actual time=0.0..0.1 rows=100 loops=1)
              ->  Index Only Scan using stock_pkey on stock  (cost=0.42..0.86 rows=10 width=4) (actual time=0.0..0.1 rows=10.00 loops=100)
                    Index Cond: (id = i.id)
                    Heap Fetches: 970
                    Index Searches: 100
            """);

    assertEquals("970", figure(excerpt, "stock", "heap_fetches"));
    assertEquals("1000", figure(excerpt, "stock", "index_only_rows"));
    assertEquals(List.of(), excerpt.unknown());
  }

  @Test
  void aTerminalMayBreakALineInItsParentheses() {
    var excerpt =
        excerpt(
            """
               ->  Index Only Scan using orders_day_idx on orders  (cost=0.42..42.4 rows=9 width=0) (actual time=0.02..61.7
            rows=500 loops=2)
                     Heap Fetches: 1000
            """);

    assertEquals("1000", figure(excerpt, "orders", "heap_fetches"));
    assertEquals("1000", figure(excerpt, "orders", "index_only_rows"));
    assertEquals(List.of(), excerpt.unknown());
  }

  @Test
  void aCutPlanTellsTheFetchesAlone() {
    var excerpt =
        excerpt(
            """
            ->  Parallel Index Only Scan using board_grade on public.boards
                  Index Cond: (grade = 40)
                  Heap Fetches: 22
            """);

    assertEquals("22", figure(excerpt, "boards", "heap_fetches"));
    assertEquals("", figure(excerpt, "boards", "index_only_rows"));
    assertEquals(List.of(), excerpt.unknown());
  }

  @Test
  void aNodeMayGoOverTwoLines() {
    var excerpt =
        excerpt(
            """
            Index Only Scan using visits_day_idx on visits
              (actual time=0.012..0.387 rows=789.25 loops=4)
              Heap Fetches: 2400
            """);

    assertEquals("2400", figure(excerpt, "visits", "heap_fetches"));
    assertEquals("3157", figure(excerpt, "visits", "index_only_rows"));
    assertEquals(List.of(), excerpt.unknown());
  }

  @Test
  void aNodeMayNameItsIndexAlone() {
    var excerpt =
        excerpt(
            """
            Index Only Scan using visits_day_idx (actual time=0.012..0.387 rows=3000 loops=1)
              Heap Fetches: 2400
            """);

    assertEquals("2400", figure(excerpt, "your_table", "heap_fetches"));
    assertEquals("3000", figure(excerpt, "your_table", "index_only_rows"));
  }

  @Test
  void theLaterOfTwoPlansCounts() {
    var excerpt =
        excerpt(
            """
            before:

            Index Only Scan using a_pkey on a  (actual time=0.0..9.1 rows=5000 loops=1)
              Heap Fetches: 4000

            after VACUUM a:

            Index Only Scan using a_pkey on a  (actual time=0.0..1.1 rows=5000 loops=1)
              Heap Fetches: 0
            """);

    assertEquals("0", figure(excerpt, "a", "heap_fetches"));
  }

  @Test
  void scansOfOneTableInOnePlanAddUp() {
    var excerpt =
        excerpt(
            """
            Append  (actual time=0.0..9.1 rows=5000 loops=1)
              ->  Index Only Scan using a_pkey on a  (actual time=0.0..9.1 rows=3000 loops=1)
                    Heap Fetches: 4
              ->  Index Only Scan Backward using a_other on a a_1  (actual time=0.0..9.1 rows=2000 loops=1)
                    Heap Fetches: 6
              ->  Index Only Scan using a_third on a a_2  (never executed)
                    Heap Fetches: 0
            """);

    assertEquals("10", figure(excerpt, "a", "heap_fetches"));
    assertEquals("5000", figure(excerpt, "a", "index_only_rows"));
  }

  @Test
  void estimatesAreNoFigures() {
    var excerpt =
        excerpt("Index Only Scan using a_pkey on a  (cost=0.29..8.30 rows=71000 width=4)\n");

    assertTrue(excerpt.tables().isEmpty());
    assertEquals(List.of(), excerpt.unknown());
  }

  private static Excerpt excerpt(String text) {
    return Paste.survey(List.of(new Paste.Text("paste", text))).coverage().pasted().orElseThrow();
  }

  private static String figure(Excerpt excerpt, String table, String column) {
    return excerpt.tables().entrySet().stream()
        .filter(each -> each.getKey().name().equals(table))
        .flatMap(each -> Optional.ofNullable(each.getValue().get(column)).stream())
        .map(Excerpt.Figure::value)
        .findFirst()
        .orElse("");
  }
}
