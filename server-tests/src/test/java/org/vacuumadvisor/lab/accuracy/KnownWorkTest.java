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
      prepare(server);
      var older = Sampled.survey(server);
      work(server);
      var seen = Sampled.between(older, Sampled.survey(server));

      assertAll(
          IntStream.range(0, WORKS.size())
              .<Executable>mapToObj(number -> () -> isRight(seen, number)));
    }
  }

  private static void isRight(Sampled seen, int number) {
    var work = WORKS.get(number);
    work.truth()
        .forEach((table, kind) -> {
          var workload = seen.ofTableIn(schema(number), table);
          assertEquals(kind, workload.kind(), () -> work + ", " + table + ": " + workload);
        });
  }

  private static String schema(int number) {
    return "work" + number;
  }

  private static void prepare(PostgresServer server) throws Exception {
    try (var connection = server.connect();
        var statement = connection.createStatement()) {
      statement.execute("CREATE TABLE done ()");
      for (int number = 0; number < WORKS.size(); number++) {
        statement.execute("CREATE SCHEMA " + schema(number));
        connection.setSchema(schema(number));
        for (var table : WORKS.get(number).tables()) {
          statement.execute(table);
        }
      }
      statement.execute("ANALYZE");
      statement.execute("INSERT INTO public.done DEFAULT VALUES");
    }
    awaitCounted(server, 1);
  }

  private static void work(PostgresServer server) throws Exception {
    try (var connection = server.connect();
        var statement = connection.createStatement()) {
      for (int number = 0; number < WORKS.size(); number++) {
        connection.setSchema(schema(number));
        for (int round = 1; round <= WORKS.get(number).times(); round++) {
          for (var each : WORKS.get(number).statements()) {
            statement.execute(each.replace(":i", Integer.toString(round)));
          }
        }
      }
      statement.execute("INSERT INTO public.done DEFAULT VALUES");
    }
    awaitCounted(server, 2);
  }

  /// A session hands its counters over when it ends.
  private static void awaitCounted(PostgresServer server, long done)
      throws SQLException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try (var connection = server.connect();
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
