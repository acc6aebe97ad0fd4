package org.vacuumadvisor.lab.workload;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.postgres.Release;

class TpcCTest {
  private static final Script SMALL =
      Scripts.unpaced("tpc-c", Map.of("warehouses", 2L, "customers", 30L, "items", 1_000L));

  /// Clause 3.3.2, conditions 1 to 10 and 12; each query counts what breaks its condition.
  private static final List<String> VIOLATIONS =
      List.of(
          """
          SELECT count(*) FROM warehouse
           WHERE w_ytd <> (SELECT sum(d_ytd) FROM district WHERE d_w_id = w_id)\
          """,
          """
          SELECT count(*) FROM district
           WHERE d_next_o_id - 1
              <> (SELECT max(o_id) FROM orders WHERE o_w_id = d_w_id AND o_d_id = d_id)
              OR d_next_o_id - 1
              <> (SELECT max(no_o_id) FROM new_order WHERE no_w_id = d_w_id AND no_d_id = d_id)\
          """,
          """
          SELECT count(*)
            FROM (SELECT 1 FROM new_order GROUP BY no_w_id, no_d_id
                  HAVING max(no_o_id) - min(no_o_id) + 1 <> count(*)) AS broken\
          """,
          """
          SELECT count(*) FROM district
           WHERE (SELECT sum(o_ol_cnt) FROM orders WHERE o_w_id = d_w_id AND o_d_id = d_id)
              <> (SELECT count(*) FROM order_line WHERE ol_w_id = d_w_id AND ol_d_id = d_id)\
          """,
          """
          SELECT count(*)
            FROM orders LEFT JOIN new_order
              ON no_w_id = o_w_id AND no_d_id = o_d_id AND no_o_id = o_id
           WHERE (o_carrier_id IS NULL) <> (no_o_id IS NOT NULL)\
          """,
          """
          SELECT count(*) FROM orders
           WHERE o_ol_cnt
              <> (SELECT count(*) FROM order_line
                   WHERE ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id)\
          """,
          """
          SELECT count(*)
            FROM order_line JOIN orders
              ON o_w_id = ol_w_id AND o_d_id = ol_d_id AND o_id = ol_o_id
           WHERE (ol_delivery_d IS NULL) <> (o_carrier_id IS NULL)\
          """,
          """
          SELECT count(*) FROM warehouse
           WHERE w_ytd <> (SELECT sum(h_amount) FROM history WHERE h_w_id = w_id)\
          """,
          """
          SELECT count(*) FROM district
           WHERE d_ytd
              <> (SELECT sum(h_amount) FROM history WHERE h_w_id = d_w_id AND h_d_id = d_id)\
          """,
          """
          SELECT count(*) FROM customer
           WHERE c_balance
              <> (SELECT coalesce(sum(ol_amount), 0)
                    FROM orders JOIN order_line
                      ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
                   WHERE o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id
                     AND ol_delivery_d IS NOT NULL)
               - (SELECT sum(h_amount) FROM history
                   WHERE h_c_w_id = c_w_id AND h_c_d_id = c_d_id AND h_c_id = c_id)\
          """,
          """
          SELECT count(*) FROM customer
           WHERE c_balance + c_ytd_payment
              <> (SELECT coalesce(sum(ol_amount), 0)
                    FROM orders JOIN order_line
                      ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
                   WHERE o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id
                     AND ol_delivery_d IS NOT NULL)\
          """);

  /// The cardinalities of clause 1.2.1 and 4.3.3.1, a hundredth of them.
  @ParameterizedTest
  @MethodSource("org.vacuumadvisor.lab.server.Releases#underTest")
  void isConsistentAfterTheLoadAndAfterARun(Release release) throws Exception {
    try (var database = OwnDatabase.on(release)) {
      load(database);
      assertConsistent(database);
      assertEquals(1_000, number(database, "SELECT count(*) FROM item"));
      assertEquals(2_000, number(database, "SELECT count(*) FROM stock"));
      assertEquals(600, number(database, "SELECT count(*) FROM customer"));
      assertEquals(600, number(database, "SELECT count(*) FROM orders"));
      assertEquals(22, number(database, "SELECT min(no_o_id) FROM new_order"));

      var run = new Run(4, Duration.ofSeconds(3), 1, Duration.ZERO);
      var outcome = WorkloadRunner.run(SMALL, "tpcc", database::open, run, _ -> {});

      assertTrue(outcome.transactions() > 0);
      assertTrue(number(database, "SELECT count(*) FROM orders") > 600);
      assertTrue(number(database, "SELECT count(*) FROM history") > 600);
      assertConsistent(database);
    }
  }

  /// Clause 5.2.3, and what BenchmarkSQL and most others use.
  @Test
  void mixesTheTransactionsAsTheStandardDoes() {
    assertEquals(
        List.of(45.0, 43.0, 4.0, 4.0, 4.0), SMALL.flows().stream().map(Flow::rate).toList());
  }

  /// One order of a hundred names an item that does not exist.
  @Test
  void leavesNothingOfAMistakenOrder() throws Exception {
    try (var database = OwnDatabase.on(Release.V18);
        var connection = database.open();
        var statement = connection.createStatement()) {
      load(database);
      connection.setSchema("tpcc");
      statement.execute("SELECT setseed(0.5)");
      statement.execute("SELECT new_order(1) FROM generate_series(1, 500)");

      long ordered = number(database, "SELECT count(*) FROM orders") - 600;
      assertTrue(ordered > 480 && ordered < 500, () -> ordered + " orders of 500");
      assertConsistent(database);
    }
  }

  @Test
  void hasNineTablesWithTheirKeys() throws Exception {
    try (var database = OwnDatabase.on(Release.V18)) {
      load(database);

      assertEquals(9, number(database, "SELECT count(*) FROM pg_tables WHERE schemaname = 'tpcc'"));
      assertEquals(8, constraints(database, "p"));
      assertEquals(10, constraints(database, "f"));
    }
  }

  /// The example of clause 4.3.2.3.
  @Test
  void buildsLastNames() throws Exception {
    try (var database = OwnDatabase.on(Release.V18)) {
      load(database);

      assertEquals(
          3,
          number(
              database,
              """
              SELECT count(*)
                FROM (VALUES (371, 'PRICALLYOUGHT'), (0, 'BARBARBAR'), (999, 'EINGEINGEING'))
                     AS names (number, name)
               WHERE last_name(number) = name\
              """));
    }
  }

  private static void load(OwnDatabase database) throws Exception {
    WorkloadRunner.load(SMALL, "tpcc", database::open, 1);
  }

  private static void assertConsistent(OwnDatabase database) {
    assertAll(
        VIOLATIONS.stream()
            .map(query -> (Executable) () -> assertEquals(0, number(database, query), query)));
  }

  private static long constraints(OwnDatabase database, String kind) throws Exception {
    return number(
        database,
        "SELECT count(*) FROM pg_constraint WHERE connamespace = 'tpcc'::regnamespace AND contype ="
            + " '"
            + kind
            + "'");
  }

  private static long number(OwnDatabase database, String query) throws Exception {
    return database.number("tpcc", query);
  }
}
