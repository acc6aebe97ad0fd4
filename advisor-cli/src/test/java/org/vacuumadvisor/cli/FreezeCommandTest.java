package org.vacuumadvisor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.lab.server.Standbys;
import org.vacuumadvisor.postgres.Release;

/// A server whose tables are forced after as few transaction IDs as PostgreSQL allows.
class FreezeCommandTest {
  private static PostgresServer server;
  private static Path older;
  private static Path newer;

  @TempDir private static Path folder;

  @BeforeAll
  static void startServer() throws SQLException {
    server =
        PostgresServer.start(
            ServerSpec.of(Release.V18)
                .with("autovacuum_naptime", "2000000")
                .with("autovacuum_freeze_max_age", "100000"));
    server.execute("CREATE TABLE \"50% orders\" AS SELECT i FROM generate_series(1, 10000) i");
    older = saved("older.json");
    burn(20_000);
    newer = saved("newer.json");
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  private static void burn(int ids) throws SQLException {
    server.execute(
        "DO $$BEGIN FOR i IN 1 .. %d LOOP PERFORM txid_current(); COMMIT; END LOOP; END$$"
            .formatted(ids));
  }

  private static Path saved(String name) {
    var file = folder.resolve(name);
    assertEquals(ExitStatus.FINE, Cli.run("survey", server.uri(), "-o", file.toString()).status());
    return file;
  }

  private static Cli plan(String... more) {
    var arguments = new ArrayList<>(List.of("freeze", "--survey", newer.toString()));
    arguments.addAll(List.of(more));
    return Cli.run(arguments.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          text     | When autovacuum would freeze by force
          markdown | ## Calendar
          html     | <!DOCTYPE html>
          json     | "schemaVersion":1
          """)
  void comesInEveryForm(String format, String contains) {
    var run = plan("--since", older.toString(), "--format", format);

    assertEquals("", run.error());
    assertEquals(ExitStatus.FINE, run.status());
    assertTrue(run.output().contains(contains), run.output());
  }

  @Test
  void plansByOneSurveyWithTheEarliestPossibleDates() {
    var run = plan();

    assertEquals("", run.error());
    assertTrue(run.output().contains("not before"), run.output());
  }

  /// Autovacuum never came here, so the log has no report of it.
  @Test
  void saysThatALogTellsNothingOfTheRate() {
    var run = plan("--log", server.log().toString());

    assertEquals(ExitStatus.FINE, run.status(), run.error());
    assertTrue(run.output().contains("Logs: no two reports of vacuums"), run.output());
  }

  @Test
  void plansByASeriesOfSurveys() {
    var newest = saved("newest.json");
    var run =
        Cli.run(
            "freeze",
            "--survey",
            newest.toString(),
            "--since",
            newer.toString(),
            "--since",
            older.toString());

    assertEquals(ExitStatus.FINE, run.status(), run.error());
    assertTrue(run.output().contains("two surveys"), run.output());
  }

  @Test
  void plansByTheServerItself() {
    var run = Cli.run("freeze", server.uri(), "--sample", "1s", "--window", "Sat 02:00-05:00");

    assertEquals("", run.error());
    assertEquals(ExitStatus.FINE, run.status());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --window   | Sat            | is no window
          --timezone | Mars/Olympus   | is no time zone
          --jobs     | 0              | out of range
          --days     | 4000           | out of range
          --disk     | fast           | is no size
          """)
  void aMistakeIsExplained(String option, String value, String explanation) {
    var run = plan(option, value);

    assertEquals(ExitStatus.USAGE, run.status());
    assertTrue(run.error().contains(explanation), run.error());
  }

  @Test
  void refusesAStandby() {
    try (var primary = PostgresServer.start(Standbys.readyFor(ServerSpec.of(Release.V18)));
        var standby = Standbys.of(primary, Map.of())) {
      var run = Cli.run("freeze", standby.uri());

      assertEquals(ExitStatus.NO_INPUT, run.status());
      assertTrue(run.error().contains("This server is a standby"), run.error());
    }
  }
}
