package org.vacuumadvisor.lab.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.SharedServers;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.workload.Confidence;

/// What keeps updates from being HOT, rebuilt from causes that people published: the index and the
/// column are named, with `pg_stat_statements` and, as far as the catalog tells, without it.
class HotUpdatesTest {
  private static final String STATEMENTS = "CREATE EXTENSION pg_stat_statements";

  /// Ten updates and more of each row: a small table that is hot.
  private static final int UPDATES = 12_000;

  private static final int ROUNDS = 40;

  private static PostgresServer server(Release release) {
    return SharedServers.on(
        FaultyServers.patient(release)
            .with(
                Map.of(
                    "shared_preload_libraries",
                    "pg_stat_statements",
                    "pg_stat_statements.track",
                    "all")));
  }

  static List<Release> releases() {
    return FaultyServers.releases();
  }

  /// A cause: the index, what the updates set, and the column that stops them.
  static Stream<Arguments> causes() {
    return releases().stream()
        .flatMap(release ->
            Stream.of(
                Arguments.of(
                    release,
                    "(changed_at)",
                    "n = n + 1, changed_at = clock_timestamp()",
                    "changed_at"),
                Arguments.of(
                    release,
                    "((body ->> 'state'))",
                    "body = jsonb_build_object('state', 'open', 'n', i)",
                    "body"),
                Arguments.of(release, "(id) WHERE tries < 1000000", "tries = tries + 1", "tries"),
                Arguments.of(release, "(id) INCLUDE (tries)", "tries = tries + 1", "tries")));
  }

  @ParameterizedTest
  @MethodSource("causes")
  void namesTheIndexAndTheColumn(Release release, String index, String set, String column)
      throws Exception {
    try (var bench =
        updated(release, "named", "CREATE INDEX culprit ON u " + index, set, STATEMENTS)) {
      var judged = Judged.of(bench).leads("low-hot-ratio", "table u");

      assertEquals(
          "None of the updates of public.u are HOT: they change %s of index culprit"
              .formatted(column),
          judged.first().headline());
      assertEquals(Confidence.HIGH, judged.first().confidence());
    }
  }

  /// Nobody shows the statements: the index is still named, the only one besides the primary key.
  @ParameterizedTest
  @MethodSource("causes")
  void namesTheIndexWithoutStatements(Release release, String index, String set, String column)
      throws Exception {
    try (var bench = updated(release, "asked", "CREATE INDEX culprit ON u " + index, set)) {
      var judged = Judged.of(bench).leads("low-hot-ratio", "table u");

      assertTrue(
          judged.first().evidence().stream()
              .anyMatch(
                  each -> each.value().startsWith("culprit on ") && each.value().contains(column)),
          judged::told);
    }
  }

  /// Up to 15 an update of a column that a BRIN index summarizes is not HOT.
  @ParameterizedTest
  @MethodSource("releases")
  void knowsSinceWhenABrinIndexIsNotInTheWay(Release release) throws Exception {
    try (var bench =
        updated(
            release,
            "brin",
            "CREATE INDEX culprit ON u USING brin (changed_at)",
            "changed_at = clock_timestamp()",
            STATEMENTS)) {
      if (Feature.SUMMARIZING_INDEXES.isIn(release)) {
        Judged.of(bench).isHealthy();
      } else {
        Judged.of(bench).leads("low-hot-ratio", "table u");
      }
    }
  }

  /// Three rows fill a page: the next version of one goes elsewhere. A vacuum comes as often as by
  /// default.
  @ParameterizedTest
  @MethodSource("releases")
  void asksForRoomWherePagesAreFull(Release release) throws Exception {
    try (var bench = Bench.on(server(release), "full")) {
      bench.run(
          "CREATE TABLE u (id int PRIMARY KEY, n int, pad text)",
          "ALTER TABLE u ALTER pad SET STORAGE plain",
          "INSERT INTO u SELECT i, 0, repeat('x', 2300) FROM generate_series(1, 1200) i");
      for (int round = 0; round < ROUNDS; round++) {
        bench.run(
            loop("n = n + 1", round * UPDATES / ROUNDS, UPDATES / ROUNDS, 1200),
            "VACUUM ANALYZE u");
      }
      bench.awaitCount("n_tup_upd", "u", UPDATES);

      var judged = Judged.of(bench).hasNoneBut("low-hot-ratio", "heap-bloat");

      assertTrue(
          judged.assessment().findings().stream()
              .anyMatch(each -> each.headline().endsWith(": their pages have no room")),
          judged::told);
    }
  }

  /// The indexed column is written once a day, another one all the time.
  @ParameterizedTest
  @MethodSource("releases")
  void isSilentWhereTheIndexedColumnHardlyChanges(Release release) throws Exception {
    try (var bench =
        updated(release, "daily", "CREATE INDEX ON u (tries)", "n = n + 1", STATEMENTS)) {
      bench.run("UPDATE u SET tries = tries + 1", "VACUUM ANALYZE u");
      Judged.of(bench).isHealthy();
    }
  }

  /// One statement changes every row of full pages, night by night: no index and no fillfactor
  /// would make its updates HOT.
  @ParameterizedTest
  @MethodSource("releases")
  void isSilentAboutBulkUpdates(Release release) throws Exception {
    for (var with :
        List.of(
            List.of("SELECT 1"),
            List.of("CREATE INDEX ON u (other)"),
            List.of("CREATE INDEX ON u (n)"),
            List.of(STATEMENTS, "CREATE INDEX ON u (other)"))) {
      try (var bench = Bench.on(server(release), "bulk")) {
        bench.run(
            "CREATE TABLE u (id int PRIMARY KEY, n int, other int, pad text)",
            "INSERT INTO u SELECT i, 0, i, repeat('x', 100) FROM generate_series(1, %d) i"
                .formatted(Bench.ROWS));
        bench.run(with.toArray(String[]::new));
        for (int night = 1; night <= 3; night++) {
          bench.run("UPDATE u SET n = n + 1", "VACUUM ANALYZE u");
        }
        bench.awaitCount("n_tup_upd", "u", 3L * Bench.ROWS);

        Judged.of(bench).hasNoneBut("healthy", "heap-bloat");
      }
    }
  }

  /// What a statement changed at once had no room; what is changed row by row has: no fillfactor is
  /// missing.
  @ParameterizedTest
  @MethodSource("releases")
  void asksForNoRoomAfterBulkUpdates(Release release) throws Exception {
    try (var bench = Bench.on(server(release), "mixed")) {
      bench.run(
          "CREATE TABLE u (id int PRIMARY KEY, n int, pad text)",
          "INSERT INTO u SELECT i, 0, repeat('x', 60) FROM generate_series(1, %d) i"
              .formatted(Bench.ROWS),
          "UPDATE u SET n = n + 1",
          "UPDATE u SET n = n + 1",
          "VACUUM ANALYZE u",
          loop("n = n + 1", UPDATES, Bench.ROWS),
          "VACUUM ANALYZE u");
      bench.awaitCount("n_tup_upd", "u", 2L * Bench.ROWS + UPDATES);

      Judged.of(bench).hasNoneBut("healthy", "heap-bloat");
    }
  }

  /// A small table that no vacuum came to yet, with ten updates and more of each row.
  @ParameterizedTest
  @MethodSource("releases")
  void needsNoSecondLook(Release release) throws Exception {
    try (var bench = Bench.on(server(release), "young")) {
      bench.run(
          "CREATE TABLE u (id int PRIMARY KEY, n int)",
          "CREATE INDEX culprit ON u (n)",
          "INSERT INTO u SELECT i, 0 FROM generate_series(1, 200) i",
          loop("n = n + 1", 2000, 200));
      bench.awaitCount("n_tup_upd", "u", 2000);

      var told = Judged.of(bench).assessment();

      assertTrue(
          told.recommendations().stream().anyMatch(each -> each.toString().contains("culprit")),
          told::toString);
    }
  }

  /// While a report held the horizon the pages were full of old versions, whatever their
  /// fillfactor; now it is gone.
  @ParameterizedTest
  @MethodSource("releases")
  void isSilentAboutWhatAHolderCausedThatIsGone(Release release) throws Exception {
    try (var bench = Bench.on(server(release), "held")) {
      bench.run(
          "CREATE TABLE u (id int PRIMARY KEY, n int, pad text)",
          "INSERT INTO u SELECT i, 0, repeat('x', 60) FROM generate_series(1, 2000) i",
          "VACUUM ANALYZE u");
      try (var report = bench.connect();
          var statement = report.createStatement()) {
        report.setAutoCommit(false);
        report.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        statement.execute("SELECT count(*) FROM u");
        bench.run(loop("n = n + 1", 4 * UPDATES, 2000));
      }
      bench.run(loop("n = n + 1", UPDATES, 2000), "VACUUM ANALYZE u");
      bench.awaitCount("n_tup_upd", "u", 5L * UPDATES);

      Judged.of(bench).isHealthy();
    }
  }

  /// A table of 500 rows whose rows are updated one by one, each in a transaction.
  private static Bench updated(
      Release release, String name, String index, String set, String... before) throws Exception {
    var bench = Bench.on(server(release), name);
    bench.run(before);
    bench.run(
        "CREATE TABLE u (id int PRIMARY KEY, n int DEFAULT 0, tries int DEFAULT 0,"
            + " changed_at timestamptz DEFAULT now(), body jsonb) WITH (fillfactor = 50)",
        index,
        "INSERT INTO u SELECT i FROM generate_series(1, 500) i",
        "VACUUM ANALYZE u");
    bench.run(loop(set, UPDATES, 500), "VACUUM ANALYZE u");
    bench.awaitCount("n_tup_upd", "u", UPDATES);
    return bench;
  }

  private static String loop(String set, int times, int rows) {
    return loop(set, 0, times, rows);
  }

  private static String loop(String set, int done, int times, int rows) {
    return "DO $$ BEGIN FOR i IN 1..%d LOOP UPDATE u SET %s WHERE id = 1 + (%d + i) %% %d; COMMIT; END LOOP; END $$"
        .formatted(times, set, done, rows);
  }
}
