package org.vacuumadvisor.lab.accuracy;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.Releases;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.postgres.Release;

/// What real servers count for known statements is taken for what it is, on every release.
class KnownWorkTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final List<KnownWork> WORKS = KnownWork.all();

  static List<Release> releases() {
    return Releases.underTest();
  }

  @ParameterizedTest
  @MethodSource("releases")
  void takesKnownWorkForWhatItIs(Release release) throws Exception {
    try (var server = PostgresServer.start(ServerSpec.of(release))) {
      for (int number = 0; number < WORKS.size(); number++) {
        server.execute("CREATE DATABASE " + database(number));
        prepare(server, database(number), WORKS.get(number));
      }
      var older = Sampled.survey(server);
      for (int number = 0; number < WORKS.size(); number++) {
        work(server, database(number), WORKS.get(number));
      }
      var seen = Sampled.between(older, Sampled.survey(server));

      assertAll(
          IntStream.range(0, WORKS.size())
              .<Executable>mapToObj(number -> () -> isRight(seen, number)));
    }
  }

  private static void isRight(Sampled seen, int number) {
    var work = WORKS.get(number);
    work.truth()
        .forEach((table, kind) ->
            assertEquals(
                kind,
                seen.ofTable(database(number), table),
                () -> work + "\n" + seen.explained(database(number))));
  }

  private static String database(int number) {
    return "work" + number;
  }

  private static void prepare(PostgresServer server, String database, KnownWork work)
      throws Exception {
    try (var connection = server.connect(database);
        var statement = connection.createStatement()) {
      statement.execute("CREATE TABLE done ()");
      for (var table : work.tables()) {
        statement.execute(table);
      }
      statement.execute("ANALYZE");
      statement.execute("INSERT INTO done DEFAULT VALUES");
    }
    awaitCounted(server, database, 1);
  }

  private static void work(PostgresServer server, String database, KnownWork work)
      throws Exception {
    try (var connection = server.connect(database);
        var statement = connection.createStatement()) {
      for (int round = 1; round <= work.times(); round++) {
        for (var each : work.statements()) {
          statement.execute(each.replace(":i", Integer.toString(round)));
        }
      }
      statement.execute("INSERT INTO done DEFAULT VALUES");
    }
    awaitCounted(server, database, 2);
  }

  /// A session hands its counters over when it ends.
  private static void awaitCounted(PostgresServer server, String database, long done)
      throws SQLException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try (var connection = server.connect(database);
        var question =
            connection.prepareStatement(
                "SELECT n_tup_ins FROM pg_stat_user_tables WHERE relname = 'done'")) {
      while (true) {
        try (var answer = question.executeQuery()) {
          if (answer.next() && answer.getLong(1) == done) {
            return;
          }
        }
        assertTrue(System.nanoTime() < deadline, "the server did not count");
        Thread.sleep(20);
      }
    }
  }
}
