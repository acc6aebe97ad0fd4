package org.vacuumadvisor.cli.apply;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.cli.Cli;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.verify.AppliedChanges;

/// A process killed with SIGKILL at every step leaves what the next run understands: nothing is set
/// that the journal does not have, and all that is set can be taken back.
class ApplyKilledTest {
  private static final String SCALE = "autovacuum_vacuum_scale_factor";
  private static final String SET = "{%s=0.02} 15".formatted(SCALE);
  private static final String NOT_SET = " 60";
  private static final String NOW =
      "SELECT (SELECT coalesce(reloptions::text, '') FROM pg_class WHERE relname = 'orders') || ' '"
          + " || (SELECT setting FROM pg_settings WHERE name = 'autovacuum_naptime')";

  private static PostgresServer server;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws SQLException {
    server = PostgresServer.start(ServerSpec.of(Release.V18));
    server.execute("CREATE TABLE orders (id int)");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void putBack() throws SQLException {
    server.execute(
        "ALTER TABLE orders RESET (%s)".formatted(SCALE),
        "ALTER SYSTEM RESET autovacuum_naptime",
        "SELECT pg_reload_conf()");
  }

  /// One change of a table and one of the server, in two stages. The table's is announced, set and
  /// not committed, committed, and noted; the server's is announced, set, noted, and its reload is
  /// announced.
  ///
  /// @param stage the stage that is killed
  @ParameterizedTest
  @CsvSource({"1, 1", "1, 2", "1, 3", "1, 4", "2, 1", "2, 2", "2, 3", "2, 4"})
  void isUnderstoodAfterItWasKilledWhileItSet(int stage, int step) throws Exception {
    var plan = plan();
    for (int before = 1; before < stage; before++) {
      assertEquals(ExitStatus.FINE, apply(plan, "--now").status());
    }

    kill(plan, false, step);
    assertNothingIsSetUnannounced(plan);

    apply(plan, "--now");
    apply(plan, "--now");
    var last = apply(plan, "--now");
    assertTrue(last.output().contains("All stages are done."), last::toString);
    assertEquals(SET, now());
    assertEquals(ExitStatus.FINE, apply(plan, "--undo").status());
    assertEquals(NOT_SET, now());
  }

  /// The setting of the server is taken back first, in three steps, then the table's in four.
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void isUnderstoodAfterItWasKilledWhileItTookBack(int step) throws Exception {
    var plan = plan();
    apply(plan, "--now");
    apply(plan, "--now");
    assertEquals(SET, now());

    kill(plan, true, step);
    assertNothingIsSetUnannounced(plan);

    assertEquals(ExitStatus.FINE, apply(plan, "--undo").status());
    assertEquals(NOT_SET, now());
    assertTrue(apply(plan, "--undo").output().contains("Nothing of this plan is set."));
  }

  /// The human who came after the kill wins, too.
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void leavesAloneWhatAHumanSetAfterTheKill(int step) throws Exception {
    var plan = plan();
    kill(plan, false, step);
    server.execute("ALTER TABLE orders SET (%s = 0.3)".formatted(SCALE));

    var run = apply(plan, "--now");
    var undone = apply(plan, "--undo");

    assertTrue(run.output().contains("The last run was interrupted at 1."), run::output);
    assertTrue(now().startsWith("{%s=0.3}".formatted(SCALE)), now());
    assertEquals("{%s=0.3} 60".formatted(SCALE), now(), undone::toString);
  }

  private Path plan() throws IOException, SQLException {
    return new PlanOf(server)
        .table("orders", SCALE, null, "0.02")
        .setting("autovacuum_naptime", "60", "15s")
        .in(folder);
  }

  private static Cli apply(Path plan, String more) {
    return Cli.run("apply", plan.toString(), server.uri(), "--yes", "--observe", "1ms", more);
  }

  /// Returns when the server has noticed, too: until then a lock of the killed session stays.
  private static void kill(Path plan, boolean isUndo, int step)
      throws IOException, InterruptedException, SQLException {
    var process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-cp",
                    System.getProperty("java.class.path"),
                    ApplyUntilMoment.class.getName(),
                    plan.toString(),
                    server.uri(),
                    Boolean.toString(isUndo),
                    Integer.toString(step)))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var output = process.inputReader()) {
      assertEquals(ApplyUntilMoment.READY, output.readLine());
      process.destroyForcibly(); // SIGKILL
      assertNotEquals(0, process.waitFor());
    }
    server.execute(
        "DO $$ BEGIN WHILE EXISTS (SELECT FROM pg_stat_activity"
            + " WHERE application_name = 'vacuum-advisor') LOOP PERFORM pg_sleep(0.05);"
            + " PERFORM pg_stat_clear_snapshot(); END LOOP; END $$");
  }

  private static void assertNothingIsSetUnannounced(Path plan) throws SQLException, IOException {
    var journal = Files.readString(AppliedChanges.journalOf(plan));
    if (now().contains("0.02")) {
      assertTrue(journal.contains("ALTER TABLE public.orders SET"), journal);
    }
    if (now().endsWith("15")) {
      assertTrue(journal.contains("ALTER SYSTEM SET autovacuum_naptime"), journal);
    }
  }

  private static String now() throws SQLException {
    try (var connection = server.connect();
        var statement = connection.createStatement();
        var row = statement.executeQuery(NOW)) {
      row.next();
      return row.getString(1);
    }
  }
}
