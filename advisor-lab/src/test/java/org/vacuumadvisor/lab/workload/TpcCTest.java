package org.vacuumadvisor.lab.workload;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.workload.TpcCTransaction.Line;
import org.vacuumadvisor.lab.workload.TpcCTransaction.NewOrder;
import org.vacuumadvisor.lab.workload.run.Run;
import org.vacuumadvisor.lab.workload.run.WorkloadRunner;
import org.vacuumadvisor.postgres.Release;

class TpcCTest {
  private static final TpcC SMALL = new TpcC(2, 100);

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

  @ParameterizedTest
  @MethodSource("org.vacuumadvisor.lab.server.Releases#underTest")
  void isConsistentAfterTheLoadAndAfterARun(Release release) throws Exception {
    try (var database = OwnDatabase.on(release)) {
      load(database, SMALL);
      assertConsistent(database);

      var run = new Run(4, Duration.ofSeconds(3), 1, Duration.ZERO);
      var outcome = WorkloadRunner.run(SMALL, "tpcc", database::open, run, _ -> {});

      assertTrue(outcome.count(Action.NEW_ORDER) > 0);
      assertConsistent(database);
      assertEquals(
          outcome.count(Action.NEW_ORDER),
          number(database, "SELECT count(*) FROM orders") - 20L * SMALL.orders());
      assertEquals(
          outcome.count(Action.PAYMENT),
          number(database, "SELECT count(*) FROM history") - 20L * SMALL.customers());
    }
  }

  @Test
  void mixesTheTransactionsAsTheStandardDoes() throws Exception {
    try (var database = OwnDatabase.on(Release.V18);
        var connection = database.open()) {
      var client = SMALL.client(connection, 1);
      var counts =
          Stream.generate(client::next)
              .limit(50_000)
              .collect(Collectors.groupingBy(Transaction::action, Collectors.counting()));
      Function<Action, Double> percent = action -> counts.getOrDefault(action, 0L) / 500.0;
      double mistaken = percent.apply(Action.NEW_ORDER_ROLLED_BACK);
      double ordered = percent.apply(Action.NEW_ORDER) + mistaken;

      assertEquals(45, ordered, 0.8);
      assertEquals(0.01, mistaken / ordered, 0.003);
      assertEquals(43, percent.apply(Action.PAYMENT), 0.8);
      assertEquals(4, percent.apply(Action.ORDER_STATUS), 0.4);
      assertEquals(4, percent.apply(Action.DELIVERY), 0.4);
      assertEquals(4, percent.apply(Action.STOCK_LEVEL), 0.4);
    }
  }

  @Test
  void leavesNothingOfAMistakenOrder() throws Exception {
    try (var database = OwnDatabase.on(Release.V18)) {
      load(database, SMALL);
      try (var connection = database.open()) {
        connection.setSchema("tpcc");
        var unknown = new Line(1, SMALL.items() + 1, 1);
        terminal(connection)
            .execute(new NewOrder(1, 1, 1, List.of(new Line(1, 1, 1), unknown), true));
      }

      assertConsistent(database);
      assertEquals(
          SMALL.orders() + 1,
          number(database, "SELECT d_next_o_id FROM district WHERE d_w_id = 1 AND d_id = 1"));
      assertEquals(0, number(database, "SELECT sum(s_ytd) FROM stock"));
    }
  }

  /// Two orders for the same item in one transaction take from what the first has left.
  @Test
  void takesTwiceFromTheSameStock() throws Exception {
    try (var database = OwnDatabase.on(Release.V18)) {
      load(database, SMALL);
      long before =
          number(database, "SELECT s_quantity FROM stock WHERE s_w_id = 1 AND s_i_id = 7");
      try (var connection = database.open()) {
        connection.setSchema("tpcc");
        terminal(connection)
            .execute(new NewOrder(1, 1, 1, List.of(new Line(1, 7, 4), new Line(1, 7, 3)), false));
      }

      assertEquals(7, number(database, "SELECT s_ytd FROM stock WHERE s_w_id = 1 AND s_i_id = 7"));
      long after = number(database, "SELECT s_quantity FROM stock WHERE s_w_id = 1 AND s_i_id = 7");
      assertEquals(0, (before - 7 - after) % 91);
    }
  }

  @Test
  void hasNineTablesWithTheirKeys() throws Exception {
    try (var database = OwnDatabase.on(Release.V18)) {
      load(database, SMALL);

      assertEquals(9, number(database, "SELECT count(*) FROM pg_tables WHERE schemaname = 'tpcc'"));
      assertEquals(8, constraints(database, "p"));
      assertEquals(10, constraints(database, "f"));
    }
  }

  /// The cardinalities of clause 1.2.1 and 4.3.3.1.
  @Test
  void hasTheSizeOfTheStandard() {
    var full = new TpcC(1, 1);

    assertEquals(100_000, full.items());
    assertEquals(3_000, full.customers());
    assertEquals(3_000, full.orders());
    assertEquals(2_101, full.firstNewOrder());
    assertEquals(1_000, full.names());
  }

  /// The example of clause 4.3.2.3.
  @ParameterizedTest
  @CsvSource({"371, PRICALLYOUGHT", "0, BARBARBAR", "999, EINGEINGEING"})
  void buildsLastNames(int number, String name) {
    assertEquals(name, TpcCRandom.lastName(number));
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "10001, 1", "1, 0", "1, 101"})
  void refusesSizesItDoesNotHave(int warehouses, int divisor) {
    assertThrows(IllegalArgumentException.class, () -> new TpcC(warehouses, divisor));
  }

  private static TpcCTerminal terminal(Connection connection) throws Exception {
    connection.setAutoCommit(false);
    var random = new TpcCRandom(SMALL, new SplittableRandom(1));
    return new TpcCTerminal(SMALL, connection, random, 1, 1);
  }

  private static void load(OwnDatabase database, TpcC size) throws Exception {
    WorkloadRunner.load(size, "tpcc", database::open, 1, _ -> {});
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
