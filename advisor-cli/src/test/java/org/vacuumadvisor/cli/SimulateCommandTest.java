package org.vacuumadvisor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.SharedServers;
import org.vacuumadvisor.postgres.Release;

/// Simulations of a log that PostgreSQL 16 could have written: a table of 100,000 rows that
/// autovacuum comes to every ten minutes.
@ResourceLock("the server of all tests")
class SimulateCommandTest {
  private static final int RUNS = 60;
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");

  private static String entry(String stamp, int xid) {
    return """
    %s UTC [4711] LOG:  automatic vacuum of table "shop.public.orders": index scans: 1
    \tpages: 0 removed, 1500 remain, 1500 scanned (100.00%% of total)
    \ttuples: 20500 removed, 100000 remain, 0 are dead but not yet removable
    \tremovable cutoff: %d, which was 0 XIDs old when operation ended
    \tfrozen: 0 pages from table (0.00%% of total) had 0 tuples frozen
    \tindex scan needed: 1500 pages from table (100.00%% of total) had 20500 dead item identifiers removed
    \tindex "orders_pkey": pages: 276 in total, 0 newly deleted, 0 currently deleted, 0 reusable
    \tavg read rate: 0.000 MB/s, avg write rate: 0.250 MB/s
    \tbuffer usage: 4800 hits, 0 misses, 20 dirtied
    \tWAL usage: 4500 records, 0 full page images, 600000 bytes
    \tsystem usage: CPU: user: 0.03 s, system: 0.00 s, elapsed: 0.08 s
    """
        .formatted(stamp, xid);
  }

  @TempDir private Path folder;
  private String log = "";

  @BeforeEach
  void writeLog() throws Exception {
    var text = new StringBuilder();
    var start = LocalDateTime.of(2026, 11, 20, 0, 0);
    for (int run = 0; run < RUNS; run++) {
      text.append(entry(STAMP.format(start.plusMinutes(10L * run)), 1000 + 100 * run));
    }
    log = Files.writeString(folder.resolve("postgresql.log"), text).toString();
  }

  @Test
  void foreseesTheLastQuarterOfALog() {
    var run = Cli.run("simulate", "--log", log, "--days", "1", "--backtest", "--format", "json");
    assertEquals(0, run.status(), run.error());
    // A quarter of 59 intervals of ten minutes is 14.75: 14 or 15 vacuums.
    assertTrue(
        run.output().matches("(?s).*\"vacuums\": 1[45],\\s+\"foreseen\": 1[45],.*"), run.output());
  }

  @Test
  void putsTheChangedServerBesideTheOneThereIs() {
    var run =
        Cli.run(
            "simulate",
            "--log",
            log,
            "--days",
            "1",
            "--format",
            "json",
            "--set",
            "public.orders.autovacuum_vacuum_scale_factor=0.4");
    assertEquals(0, run.status(), run.error());
    // 40,050 dead rows instead of 20,050: every 20 minutes instead of every 10.
    assertTrue(
        run.output().matches("(?s).*\"vacuums\": 14[345],.*\"vacuums\": 7[123],.*"), run.output());
  }

  @Test
  void tellsItInWords() {
    var run = Cli.run("simulate", "--log", log, "--set", "autovacuum_naptime=10s");
    assertEquals(0, run.status(), run.error());
    assertTrue(run.output().contains("Changed: autovacuum_naptime = 10s."), run.output());
    assertTrue(run.output().contains("public.orders"), run.output());
  }

  @Test
  void simulatesALiveServer() throws Exception {
    var page = folder.resolve("what-if.html");
    var server = SharedServers.on(Release.V18);
    var goesOn = new AtomicBoolean(true);
    var writer = CompletableFuture.runAsync(() -> write(server, goesOn));
    var run =
        Cli.run(
            "simulate",
            server.uri(),
            "--sample",
            "2s",
            "--days",
            "2",
            "--set",
            "autovacuum_naptime=10s",
            "--format",
            "html",
            "-o",
            page.toString());
    goesOn.set(false);
    writer.join();
    assertEquals(0, run.status(), run.error());
    var html = Files.readString(page);
    assertTrue(html.contains("Oldest age"), html);
    assertTrue(html.contains("autovacuum_naptime = 10s"), html);
  }

  /// A row at a time, each told to the statistics at once.
  private static void write(PostgresServer server, AtomicBoolean goesOn) {
    try (var connection = server.connect();
        var statement = connection.createStatement()) {
      statement.execute("CREATE TABLE IF NOT EXISTS simulated (id bigserial)");
      while (goesOn.get()) {
        statement.execute("INSERT INTO simulated DEFAULT VALUES");
        statement.execute("SELECT pg_stat_force_next_flush()");
        Thread.sleep(10);
      }
    } catch (SQLException | InterruptedException failure) {
      throw new IllegalStateException(failure);
    }
  }

  @Test
  void simulatesNothingWhereNothingWasWritten() throws Exception {
    var earlier = saved("earlier.json");
    var later = saved("later.json");

    var run = Cli.run("simulate", "--survey", later, "--since", earlier);

    assertEquals(3, run.status(), run.error());
    assertTrue(
        run.error().replaceAll("\\s+", " ").contains("no table was written between the looks"),
        run.error());
  }

  @Test
  void simulatesNothingFromOneLook() throws Exception {
    var uri = SharedServers.on(Release.V18).uri();
    var run = Cli.run("simulate", uri, "--set", "autovacuum_vacuum_scale_factor=0");

    assertEquals(3, run.status(), run.error());
    assertTrue(run.error().contains("--sample 60s"), run.error());
  }

  private String saved(String name) throws Exception {
    var file = folder.resolve(name).toString();
    var run = Cli.run("survey", SharedServers.on(Release.V18).uri(), "-o", file);
    assertEquals(0, run.status(), run.error());
    return file;
  }

  @Test
  void refusesWhatTheServerWouldNotAccept() {
    refused("autovacuum_naptime=soon", "needs a number");
    refused("autovacuum_vacuum_max_threshold=5", "has no setting autovacuum_vacuum_max_threshold");
    refused("nothing.autovacuum_vacuum_scale_factor=0.1", "there is no table nothing");
    refused("work_mem=1MB", "no setting of that name");
    refused("autovacuum_naptime", "assigns nothing");
  }

  private void refused(String assignment, String why) {
    var run = Cli.run("simulate", "--log", log, "--set", assignment);
    assertEquals(2, run.status());
    assertTrue(run.error().contains(why), run.error());
  }

  @Test
  void asksForLogsToTestItselfOn() {
    var run = Cli.run("simulate", "--backtest");
    assertEquals(2, run.status());
    assertTrue(run.error().contains("--log"), run.error());
  }
}
