package org.vacuumadvisor.cli.apply;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.vacuumadvisor.cli.Cli;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.postgres.Release;

/// Vacuums of a real autovacuum that a session cancels by the lock it asks for.
class CancelledVacuumsTest {
  private static final String SCALE = "autovacuum_vacuum_scale_factor";

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(
      value = Release.class,
      names = {"V13", "V18"})
  void beginNoStageOnceTheyAreMoreThanChance(Release release) throws Exception {
    try (var server = server(release)) {
      var plan =
          new PlanOf(server)
              .table("orders", SCALE, null, "0.02")
              .setting("autovacuum_naptime", "1", "15s")
              .in(folder);
      var first = apply(server, plan);
      assertEquals(ExitStatus.FINE, first.status(), first::toString);
      var calm = apply(server, plan, "--log", server.log().toString());
      assertTrue(calm.output().contains("can be judged from"), calm::output);
      for (int time = 0; time < 3; time++) {
        cancel(server);
      }

      var told = apply(server, plan, "--now", "--log", server.log().toString());

      assertEquals(ExitStatus.FINDINGS, told.status(), told::toString);
      assertTrue(
          told.output().contains("vacuums cancelled since the change 3 (limit 2)"), told::output);
    }
  }

  /// Its autovacuum takes minutes for a table, and gives way at once.
  private static PostgresServer server(Release release) throws SQLException {
    var server =
        PostgresServer.start(
            ServerSpec.of(release)
                .with("autovacuum_naptime", "1s")
                .with("autovacuum_vacuum_cost_delay", "100ms")
                .with("autovacuum_vacuum_cost_limit", "1")
                .with("deadlock_timeout", "10ms"));
    server.execute(
        "CREATE TABLE orders (id int)",
        "CREATE TABLE busy (id int) WITH (autovacuum_vacuum_threshold = 1)",
        "INSERT INTO busy SELECT generate_series(1, 100000)",
        "DELETE FROM busy");
    return server;
  }

  private static void awaitAVacuum(PostgresServer server) throws SQLException {
    server.execute(
        "DO $$ BEGIN WHILE NOT EXISTS (SELECT FROM pg_stat_progress_vacuum"
            + " WHERE relid = 'busy'::regclass) LOOP PERFORM pg_sleep(0.05);"
            + " PERFORM pg_stat_clear_snapshot(); END LOOP; END $$");
  }

  private static void cancel(PostgresServer server) {
    try {
      awaitAVacuum(server);
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
    execute(server, "ALTER TABLE busy SET (fillfactor = 90)");
  }

  private static void execute(PostgresServer server, String... statements) {
    try {
      server.execute(statements);
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static Cli apply(PostgresServer server, Path plan, String... more) {
    var arguments =
        new ArrayList<>(
            List.of("apply", plan.toString(), server.uri(), "--yes", "--observe", "1ms"));
    arguments.addAll(List.of(more));
    return Cli.run(arguments.toArray(String[]::new));
  }
}
