package org.vacuumadvisor.cli.apply;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.cli.Cli;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.lab.server.Standbys;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.verify.AppliedChanges;

/// The command on real servers: the oldest and the newest release that the lab has.
class ApplyCommandTest {
  private static final String SCALE = "autovacuum_vacuum_scale_factor";
  private static final String NAPTIME = "autovacuum_naptime";
  private static final String LIMIT = "vacuum_cost_limit";
  private static final Map<Release, PostgresServer> SERVERS = new EnumMap<>(Release.class);

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws SQLException {
    for (var release : List.of(Release.V13, Release.V18)) {
      var server = PostgresServer.start(ServerSpec.of(release));
      SERVERS.put(release, server);
      server.execute(
          "CREATE TABLE orders (id int, note text)",
          "CREATE TABLE lines (id int)",
          "CREATE TABLE events (id int) WITH (autovacuum_enabled = false)",
          "CREATE ROLE clerk LOGIN");
    }
  }

  @AfterAll
  static void stop() {
    SERVERS.values().forEach(PostgresServer::close);
  }

  @AfterEach
  void putBack() throws SQLException {
    for (var server : SERVERS.values()) {
      server.execute(
          "ALTER TABLE orders RESET (%s, toast.%s)".formatted(SCALE, SCALE),
          "ALTER TABLE lines RESET (%s)".formatted(SCALE),
          "ALTER TABLE events SET (autovacuum_enabled = false)",
          "ALTER SYSTEM RESET " + NAPTIME,
          "SELECT pg_reload_conf()");
    }
  }

  static Stream<PostgresServer> servers() {
    return SERVERS.values().stream();
  }

  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("servers")
  void setsStageByStageAndTakesAllBack(PostgresServer server) throws Exception {
    var plan =
        new PlanOf(server)
            .table("orders", SCALE, null, "0.02")
            .table("lines", SCALE, null, "0.02")
            .table("events", "autovacuum_enabled", "false", null)
            .setting(NAPTIME, "60", "15s")
            .in(folder);

    var first = apply(server, plan);
    assertEquals(ExitStatus.FINE, first.status(), first::toString);
    assertEquals("", first.error());
    assertEquals(List.of("{%s=0.02}".formatted(SCALE), "", ""), options(server));
    assertTrue(first.output().contains("Next: stage 2 of 3, the other tables"), first::output);

    var early = apply(server, plan);
    assertEquals(ExitStatus.FINDINGS, early.status());
    assertTrue(early.output().contains("can be judged from"), early::output);
    assertEquals(List.of("{%s=0.02}".formatted(SCALE), "", ""), options(server));

    assertEquals(ExitStatus.FINE, apply(server, plan, "--now").status());
    assertEquals("60", setting(server));
    var third = apply(server, plan, "--now");
    assertTrue(third.output().contains("All stages are done."), third::output);
    assertEquals(
        List.of("{%s=0.02}".formatted(SCALE), "{%s=0.02}".formatted(SCALE), ""), options(server));
    assertEquals("15", setting(server));

    var journal = Files.readString(AppliedChanges.journalOf(plan));
    var undone = apply(server, plan, "--undo");
    assertEquals(ExitStatus.FINE, undone.status(), undone::toString);
    assertEquals(List.of("", "", "{autovacuum_enabled=false}"), options(server));
    assertEquals("60", setting(server));
    assertEquals(
        "0",
        value(
            server, "SELECT count(*) FROM pg_file_settings WHERE name = '%s'".formatted(NAPTIME)));
    var after = Files.readString(AppliedChanges.journalOf(plan));
    assertTrue(after.startsWith(journal), "it is only added to");
    assertTrue(apply(server, plan, "--undo").output().contains("Nothing of this plan is set."));
    assertEquals(after, Files.readString(AppliedChanges.journalOf(plan)));
  }

  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("servers")
  void leavesAloneWhatAnotherHandChangedBefore(PostgresServer server) throws Exception {
    var plan =
        new PlanOf(server)
            .table("orders", SCALE, null, "0.02")
            .table("events", "autovacuum_enabled", "false", null)
            .setting(NAPTIME, "60", "15s")
            .in(folder);
    server.execute("ALTER TABLE orders SET (%s = 0.5)".formatted(SCALE));
    server.execute("ALTER SYSTEM SET %s = '30s'".formatted(NAPTIME));

    var run = apply(server, plan);
    assertEquals(ExitStatus.FINDINGS, run.status());
    assertTrue(run.output().contains("is 0.5, it was not set"), run::output);
    var second = apply(server, plan, "--now");

    assertEquals(ExitStatus.FINDINGS, second.status());
    assertTrue(second.output().contains("written and not loaded yet: 30s"), second::output);
    assertEquals(List.of("{%s=0.5}".formatted(SCALE), "", ""), options(server));
    assertEquals(ExitStatus.FINE, apply(server, plan, "--undo").status());
    assertEquals(
        List.of("{%s=0.5}".formatted(SCALE), "", "{autovacuum_enabled=false}"), options(server));
    assertEquals("30s", ofAlterSystem(server));
  }

  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("servers")
  void takesNothingBackThatAnotherHandChangedSince(PostgresServer server) throws Exception {
    var plan =
        new PlanOf(server)
            .table("orders", SCALE, null, "0.02")
            .setting(NAPTIME, "60", "15s")
            .in(folder);
    apply(server, plan);
    apply(server, plan, "--now");
    server.execute(
        "ALTER TABLE orders SET (%s = 0.3)".formatted(SCALE),
        "ALTER SYSTEM SET %s = '20s'".formatted(NAPTIME));

    var undone = apply(server, plan, "--undo");

    assertEquals(ExitStatus.FINDINGS, undone.status());
    assertTrue(undone.output().contains("is 0.3, it was 0.02"), undone::output);
    assertTrue(undone.output().contains("is 20s, it was 15s"), undone::output);
    assertEquals("{%s=0.3}".formatted(SCALE), options(server).getFirst());
    assertEquals("20s", ofAlterSystem(server));
    assertEquals("15", setting(server), "it is for them to load what they wrote");
  }

  /// The run was interrupted before the journal had it, and the setting is overridden since.
  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("servers")
  void takesBackWhatAnInterruptedRunSetThoughItIsOverriddenMeanwhile(PostgresServer server)
      throws Exception {
    var plan = new PlanOf(server).setting(LIMIT, "200", "400").in(folder);
    apply(server, plan);
    var journal = AppliedChanges.journalOf(plan);
    Files.write(journal, Files.readAllLines(journal).subList(0, 2));
    server.execute("ALTER DATABASE postgres SET %s = 300".formatted(LIMIT));

    var run = apply(server, plan);
    var early = apply(server, plan, "--undo");
    server.execute("ALTER DATABASE postgres RESET " + LIMIT);
    var undone = apply(server, plan, "--undo");

    assertTrue(run.output().contains("it is done."), run::output);
    assertTrue(early.output().contains("is set elsewhere (database)"), early::output);
    assertEquals(ExitStatus.FINE, undone.status(), undone::toString);
    assertEquals(
        "0",
        value(server, "SELECT count(*) FROM pg_file_settings WHERE name = '%s'".formatted(LIMIT)));
  }

  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("servers")
  void goesBackToTheValueThatAlterSystemHad(PostgresServer server) throws Exception {
    server.execute("ALTER SYSTEM SET %s = '45s'".formatted(NAPTIME), "SELECT pg_reload_conf()");
    var plan = new PlanOf(server).setting(NAPTIME, "45", "15s").in(folder);

    var run = apply(server, plan);
    assertEquals("15", setting(server), run::toString);
    apply(server, plan, "--undo");

    assertEquals("45", setting(server));
    assertEquals("45s", ofAlterSystem(server));
  }

  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("servers")
  void waitsForNobodysLock(PostgresServer server) throws Exception {
    var plan = new PlanOf(server).table("orders", SCALE, null, "0.02").in(folder);
    try (var other = server.connect();
        var statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("LOCK TABLE orders IN SHARE UPDATE EXCLUSIVE MODE");

      var run = apply(server, plan);

      assertEquals(ExitStatus.FINDINGS, run.status());
      assertTrue(
          run.output()
              .contains(
                  "session "
                      + value(other.unwrap(org.postgresql.PGConnection.class).getBackendPID())),
          run::output);
      assertEquals("", options(server).getFirst());
      other.rollback();
    }
    assertEquals(ExitStatus.FINE, apply(server, plan).status());
    assertEquals("{%s=0.02}".formatted(SCALE), options(server).getFirst());
  }

  private static String value(int number) {
    return Integer.toString(number);
  }

  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("servers")
  void setsNothingThatARoleHasNoRightsFor(PostgresServer server) throws Exception {
    var plan =
        new PlanOf(server)
            .table("orders", SCALE, null, "0.02")
            .setting(NAPTIME, "60", "15s")
            .in(folder);
    var clerk = server.uri().replace("postgres@", "clerk@");

    var blind = Cli.run("apply", plan.toString(), clerk, "--yes", "--observe", "1ms");

    assertEquals(ExitStatus.NO_INPUT, blind.status());
    assertTrue(blind.error().contains("GRANT pg_read_all_stats TO clerk;"), blind::error);
    assertFalse(Files.exists(AppliedChanges.journalOf(plan)));

    server.execute("GRANT pg_read_all_stats TO clerk");
    var refused = Cli.run("apply", plan.toString(), clerk, "--yes", "--observe", "1ms");

    assertEquals(ExitStatus.FINDINGS, refused.status());
    assertTrue(refused.output().contains("the server refused: "), refused::output);
    assertEquals("", options(server).getFirst());
    assertEquals(ExitStatus.FINE, apply(server, plan).status(), "who may goes on where it stopped");
    assertEquals("{%s=0.02}".formatted(SCALE), options(server).getFirst());
    server.execute("REVOKE pg_read_all_stats FROM clerk");
  }

  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("servers")
  void takesNamesAsNames(PostgresServer server) throws Exception {
    var name = "x\"; DROP TABLE orders; -- \u001b[2J";
    var quoted = "\"" + name.replace("\"", "\"\"") + "\"";
    server.execute("CREATE TABLE " + quoted + " (id int)", "CREATE DATABASE \"o'ther\"");
    try (var there = server.connect("o'ther");
        var statement = there.createStatement()) {
      statement.execute("CREATE TABLE far (id int)");
    }
    var plan =
        new PlanOf(server)
            .table(name, SCALE, null, "0.02")
            .table("o'ther", "far", SCALE, null, "0.03")
            .toastOf("orders", SCALE, "0.04")
            .in(folder);

    var run = apply(server, plan);
    apply(server, plan, "--now");

    assertEquals(ExitStatus.FINE, run.status(), run::toString);
    assertTrue(run.output().chars().allMatch(each -> each == '\n' || each >= ' '), run::output);
    assertEquals(
        "{%s=0.02}".formatted(SCALE),
        value(server, "SELECT reloptions FROM pg_class WHERE relname LIKE 'x\"%'"));
    assertEquals(
        "{%s=0.04}".formatted(SCALE),
        value(
            server,
            "SELECT t.reloptions FROM pg_class c JOIN pg_class t ON t.oid = c.reltoastrelid"
                + " WHERE c.relname = 'orders'"));
    apply(server, plan, "--undo");
    assertEquals(
        "0", value(server, "SELECT count(reloptions) FROM pg_class WHERE relname LIKE 'x\"%'"));
    server.execute("DROP TABLE " + quoted, "DROP DATABASE \"o'ther\"");
  }

  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("servers")
  void refusesWhatIsNotReversibleByAReload(PostgresServer server) throws Exception {
    var plan =
        new PlanOf(server)
            .setting("shared_buffers", "16384", "32MB")
            .setting("idle_in_transaction_session_timeout", "0", "1min")
            .setting("archive_command", "", "rm -rf /")
            .in(folder);

    var run = apply(server, plan);

    assertTrue(run.output().contains("the server ends sessions"), run::output);
    assertTrue(run.output().contains("no setting that concerns vacuum"), run::output);
    assertTrue(run.output().contains("takes effect at the server's start only"), run::output);
    assertEquals(
        "0",
        value(server, "SELECT count(*) FROM pg_file_settings WHERE sourcefile LIKE '%auto.conf'"));
  }

  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("servers")
  void beginsNoStageBeyondAGuard(PostgresServer server) throws Exception {
    var plan = new PlanOf(server).table("orders", SCALE, null, "0.02").in(folder);
    var over = new AtomicBoolean();
    var writing =
        CompletableFuture.runAsync(() -> {
          try (var connection = server.connect();
              var statement = connection.createStatement()) {
            while (!over.get()) {
              statement.execute("SELECT pg_logical_emit_message(false, 'x', repeat('x', 10000))");
            }
          } catch (SQLException failed) {
            throw new IllegalStateException(failed);
          }
        });

    var run = apply(server, plan, "--max-rate", "1kB", "--observe", "1s");
    over.set(true);
    writing.join();

    assertEquals(ExitStatus.FINDINGS, run.status());
    assertTrue(run.output().contains("Nothing was set. Beyond its limit: WAL"), run::output);
    assertEquals("", options(server).getFirst());
    assertFalse(Files.exists(AppliedChanges.journalOf(plan)));
  }

  @Test
  void beginsNoStageWhileAStandbyIsFarBehind() throws Exception {
    try (var primary =
            PostgresServer.start(
                ServerSpec.of(Release.V18)
                    .with("max_wal_size", "32MB")
                    .with("wal_keep_size", "1GB"));
        var standby = Standbys.of(primary, Map.of())) {
      standby.execute("SELECT pg_wal_replay_pause()");
      primary.execute(
          "CREATE TABLE orders (id int)",
          "SELECT pg_logical_emit_message(false, 'x', repeat('x', 1000000))"
              + " FROM generate_series(1, 40)",
          "DO $$ BEGIN FOR look IN 1..1200 LOOP EXIT WHEN EXISTS (SELECT FROM pg_stat_replication"
              + " WHERE replay_lsn < pg_current_wal_lsn() - 33554432::numeric);"
              + " PERFORM pg_sleep(0.05); PERFORM pg_stat_clear_snapshot(); END LOOP; END $$");
      var plan = new PlanOf(primary).table("orders", SCALE, null, "0.02").in(folder);

      var run = apply(primary, plan);
      var there = apply(standby, plan);

      assertEquals(ExitStatus.FINDINGS, run.status(), run::toString);
      assertTrue(run.output().contains("Beyond its limit: its WAL to replay"), run::output);
      assertEquals("", options(primary, "orders"));
      assertTrue(there.error().contains("is a standby"), there::toString);
    }
  }

  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("servers")
  void asksBeforeItSetsAnything(PostgresServer server) throws Exception {
    var plan = new PlanOf(server).table("orders", SCALE, null, "0.02").in(folder);

    var run = Cli.run("apply", plan.toString(), server.uri(), "--observe", "1ms");

    assertEquals(ExitStatus.USAGE, run.status());
    assertTrue(
        run.output().contains("ALTER TABLE public.orders SET (%s = 0.02);".formatted(SCALE)),
        run::output);
    assertTrue(run.error().contains("no terminal to confirm on"), run::error);
    assertEquals("", options(server).getFirst());
  }

  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("servers")
  void refusesAPlanOfAnotherServerOrAnotherPlan(PostgresServer server) throws Exception {
    var other = servers().filter(each -> each != server).findFirst().orElseThrow();
    var plan = new PlanOf(server).table("orders", SCALE, null, "0.02").in(folder);
    assertEquals(ExitStatus.FINE, apply(server, plan).status());

    var elsewhere = apply(other, plan);
    Files.writeString(plan, Files.readString(plan).replace("0.02", "0.9"));
    var changed = apply(server, plan, "--undo");

    assertAll(
        () ->
            assertTrue(elsewhere.error().contains("The plan is for PostgreSQL"), elsewhere::error),
        () -> assertTrue(changed.error().contains("was changed since"), changed::error),
        () -> assertEquals("{%s=0.02}".formatted(SCALE), options(server).getFirst()));
  }

  /// `postgres` and the templates are everywhere, with the same oids since 15.
  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("servers")
  void refusesAPlanWhoseDatabasesAreNotHere(PostgresServer server) throws Exception {
    var plan = folder.resolve("plan.json");
    server.execute("CREATE DATABASE elsewhere");
    var saved = Cli.run("advise", server.uri(), "--save-plan", plan.toString());
    assertTrue(Files.exists(plan), saved::toString);
    server.execute("DROP DATABASE elsewhere");

    var run = apply(server, plan);

    assertEquals(ExitStatus.NO_INPUT, run.status(), run::toString);
    assertTrue(run.error().contains("The plan is for another server"), run::error);
  }

  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("servers")
  void verifyReadsFromTheJournalWhenAChangeWasMade(PostgresServer server) throws Exception {
    var plan = new PlanOf(server).table("orders", SCALE, null, "0.02").in(folder);
    var _ = apply(server, plan);
    var journal = Files.readString(AppliedChanges.journalOf(plan));
    var made = String.valueOf(AppliedChanges.read(AppliedChanges.journalOf(plan)).madeAt().get(1));

    var run = Cli.run("verify", plan.toString(), server.uri(), "--format", "json");

    assertEquals(ExitStatus.FINE, run.status(), run::toString);
    assertTrue(journal.contains(made), journal);
    assertTrue(run.output().contains("\"changedAt\": \"" + made), run::output);
    assertEquals(journal, Files.readString(AppliedChanges.journalOf(plan)), "it is only read");
    assertEquals(ExitStatus.FINE, apply(server, plan, "--undo").status());
    assertEquals(
        Map.of(),
        AppliedChanges.read(AppliedChanges.journalOf(plan)).madeAt(),
        "what is taken back was not made");
  }

  private static Cli apply(PostgresServer server, Path plan, String... more) {
    var arguments = new ArrayList<>(List.of("apply", plan.toString(), server.uri(), "--yes"));
    arguments.addAll(List.of(more));
    if (!arguments.contains("--observe")) {
      arguments.addAll(List.of("--observe", "1ms"));
    }
    return Cli.run(arguments.toArray(String[]::new));
  }

  /// Of orders, lines and events.
  private static List<String> options(PostgresServer server) throws SQLException {
    var all = new ArrayList<String>();
    for (var name : List.of("orders", "lines", "events")) {
      all.add(options(server, name));
    }
    return all;
  }

  private static String options(PostgresServer server, String table) throws SQLException {
    return value(
        server,
        "SELECT coalesce(reloptions::text, '') FROM pg_class WHERE relname = '%s'"
            .formatted(table));
  }

  private static String setting(PostgresServer server) throws SQLException {
    return value(server, "SELECT setting FROM pg_settings WHERE name = '%s'".formatted(NAPTIME));
  }

  private static String ofAlterSystem(PostgresServer server) throws SQLException {
    return value(
        server,
        "SELECT setting FROM pg_file_settings WHERE name = '%s' AND sourcefile LIKE '%%auto.conf'"
            .formatted(NAPTIME));
  }

  private static String value(PostgresServer server, String sql) throws SQLException {
    try (var connection = server.connect();
        var statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }
}
