package org.vacuumadvisor.lab.survey;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.postgres.Release;

/// The survey of a large database fits into a small heap.
@ResourceLock(Surveyor.SERVERS)
class ManyTablesTest {
  private static final int TABLES = 10_000;
  private static final int AT_ONCE = 500;

  @Test
  void readsTenThousandTablesWithin256Megabytes() throws Exception {
    var server = Surveyor.quiet(Release.V18);
    var database = Surveyor.database(server, "many");
    try {
      create(server, database);

      // Each table has a primary key; its TOAST table is empty, and left out with its index.
      assertEquals(TABLES + " " + TABLES, surveyed(server, database));
    } finally {
      server.execute("DROP DATABASE many");
    }
  }

  /// In portions, as a transaction can lock only so many relations.
  private static void create(PostgresServer server, String database) throws SQLException {
    for (int first = 0; first < TABLES; first += AT_ONCE) {
      Surveyor.execute(
          server,
          database,
          """
          DO $$ BEGIN
            FOR i IN %d .. %d LOOP
              EXECUTE format('CREATE TABLE t%%s (id int PRIMARY KEY, note text)', i);
            END LOOP;
          END $$
          """
              .formatted(first + 1, first + AT_ONCE));
    }
  }

  private static String surveyed(PostgresServer server, String database)
      throws IOException, InterruptedException {
    var program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                SmallHeap.class.getName(),
                "jdbc:postgresql://127.0.0.1:" + server.port() + "/" + database)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var answer = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, program.waitFor());
    return answer.strip();
  }
}
