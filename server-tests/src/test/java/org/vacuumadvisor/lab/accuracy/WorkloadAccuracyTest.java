package org.vacuumadvisor.lab.accuracy;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.Releases;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.lab.workload.Progress;
import org.vacuumadvisor.lab.workload.Run;
import org.vacuumadvisor.lab.workload.Script;
import org.vacuumadvisor.lab.workload.Scripts;
import org.vacuumadvisor.lab.workload.WorkloadRunner;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.workload.Confidence;
import org.vacuumadvisor.workload.WorkloadClass;

/// The workloads of the lab, whose class is known, side by side on a real server: each is taken for
/// what it is.
///
/// Runs on the oldest and the newest release under test; on all of them with
/// `-Dvacuumadvisor.accuracy.releases=all`, and longer with `-Dvacuumadvisor.accuracy.seconds=60`.
class WorkloadAccuracyTest {
  private static final String RELEASES = "vacuumadvisor.accuracy.releases";
  private static final Duration WINDOW =
      Duration.ofSeconds(Integer.getInteger("vacuumadvisor.accuracy.seconds", 8));

  /// They are interrupted when the window has closed.
  private static final Duration LONGER = WINDOW.plusMinutes(3);

  private static final int CLIENTS = 2;

  /// By database. The names say nothing of the class.
  private static final Map<String, Script> WORKLOADS =
      Map.of(
          "alpha", Scripts.unpaced("queue-churn", Map.of()),
          "beta", Scripts.unpaced("insert-only", Map.of("rows", 20_000L)),
          "gamma", Scripts.unpaced("read-heavy", Map.of("rows", 20_000L)),
          "delta",
              Scripts.unpaced(
                  "tpc-c", Map.of("warehouses", 1L, "customers", 100L, "items", 3_000L)));

  private static final Map<String, WorkloadClass> TRUTH =
      Map.of(
          "alpha", WorkloadClass.QUEUE_CHURN,
          "beta", WorkloadClass.INSERT_ONLY,
          "gamma", WorkloadClass.READ_HEAVY,
          "delta", WorkloadClass.TPC_C,
          "idle", WorkloadClass.IDLE);

  /// The tables that make their databases what they are.
  private static final Map<String, String> MAIN_TABLES =
      Map.of("alpha", "bencher", "beta", "history", "gamma", "account");

  private static final Map<String, WorkloadClass> TABLES_OF_TPC_C =
      Map.of(
          "warehouse", WorkloadClass.TPC_C,
          "district", WorkloadClass.TPC_C,
          "customer", WorkloadClass.TPC_C,
          "history", WorkloadClass.INSERT_ONLY,
          "new_order", WorkloadClass.QUEUE_CHURN,
          "orders", WorkloadClass.TPC_C,
          "order_line", WorkloadClass.TPC_C,
          "stock", WorkloadClass.TPC_C,
          "item", WorkloadClass.READ_HEAVY);

  static List<Release> releases() {
    var all = Releases.underTest();
    return System.getProperty(RELEASES, "").equals("all")
        ? all
        : Stream.of(all.getFirst(), all.getLast()).distinct().toList();
  }

  @ParameterizedTest
  @MethodSource("releases")
  void takesEachWorkloadForWhatItIs(Release release) throws Exception {
    try (var server = PostgresServer.start(ServerSpec.of(release))) {
      server.execute("CREATE DATABASE idle");
      execute(server, "idle", "CREATE TABLE t AS SELECT generate_series(1, 1000) AS id");
      for (var each : WORKLOADS.entrySet()) {
        load(server, each.getKey(), each.getValue());
      }

      var seen = sampleAtWork(server);

      assertAll(checks(seen));
    }
  }

  private static Stream<Executable> checks(Sampled seen) {
    var databases = TRUTH.keySet().stream().<Executable>map(each -> () -> isRight(seen, each));
    var mainTables =
        MAIN_TABLES.keySet().stream().<Executable>map(each -> () -> isRightByItsTable(seen, each));
    var tables =
        TABLES_OF_TPC_C.keySet().stream().<Executable>map(each -> () -> isNotWrong(seen, each));
    var once = WORKLOADS.keySet().stream().<Executable>map(each -> () -> isRightAtOnce(seen, each));
    return Stream.of(databases, mainTables, tables, once).flatMap(each -> each);
  }

  private static void isRight(Sampled seen, String database) {
    assertEquals(TRUTH.get(database), seen.ofDatabase(database), () -> seen.explained(database));
  }

  private static void isRightByItsTable(Sampled seen, String database) {
    var table = MAIN_TABLES.getOrDefault(database, "");
    assertEquals(
        TRUTH.get(database), seen.ofTable(database, table), () -> seen.explained(database));
  }

  /// In a few seconds the smallest tables may not have seen enough.
  private static void isNotWrong(Sampled seen, String table) {
    var kind = seen.ofTable("delta", table);
    assertTrue(
        kind == WorkloadClass.UNDETERMINED || kind == TABLES_OF_TPC_C.get(table),
        () -> table + " is " + kind + "\n" + seen.explained("delta"));
  }

  private static void isRightAtOnce(Sampled seen, String database) {
    var once = seen.once();
    assertEquals(TRUTH.get(database), once.ofDatabase(database), () -> once.explained(database));
    assertNotEquals(Confidence.HIGH, once.workloadOfDatabase(database).confidence());
  }

  private static void load(PostgresServer server, String database, Script workload)
      throws Exception {
    server.execute("CREATE DATABASE " + database);
    WorkloadRunner.load(workload, "public", () -> server.connect(database), 1);
  }

  private static Sampled sampleAtWork(PostgresServer server) throws Exception {
    var started = new CountDownLatch(WORKLOADS.size());
    try (ExecutorService executor = Executors.newCachedThreadPool()) {
      var runs =
          WORKLOADS.entrySet().stream()
              .map(each -> executor.submit(run(server, each.getKey(), each.getValue(), started)))
              .toList();
      try {
        assertTrue(started.await(1, TimeUnit.MINUTES), "the workloads did not start");
        var seen = Sampled.over(server, WINDOW);
        assertTrue(runs.stream().noneMatch(Future::isDone), "a workload ended early");
        return seen;
      } finally {
        executor.shutdownNow();
      }
    }
  }

  private static Callable<Object> run(
      PostgresServer server, String database, Script workload, CountDownLatch started) {
    var first = new CountDownLatch(1);
    Consumer<Progress> progress =
        _ -> {
          if (first.getCount() > 0) {
            first.countDown();
            started.countDown();
          }
        };
    return () ->
        WorkloadRunner.run(
            workload,
            "public",
            () -> server.connect(database),
            new Run(CLIENTS, LONGER, 1, Duration.ZERO),
            progress);
  }

  private static void execute(PostgresServer server, String database, String sql) throws Exception {
    try (Connection connection = server.connect(database);
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
