package org.vacuumadvisor.lab.accuracy;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.Releases;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.workload.WorkloadClass;

/// The scripts that come with pgbench, which nobody here wrote. Skipped where there is no pgbench
/// on the path.
class PgbenchTest {
  private static final Duration WINDOW = Duration.ofSeconds(6);
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /// By script.
  private static final Map<String, WorkloadClass> DATABASES =
      Map.of(
          "tpcb-like", WorkloadClass.TPC_C,
          "simple-update", WorkloadClass.TPC_C,
          "select-only", WorkloadClass.READ_HEAVY);

  private static final Map<String, WorkloadClass> ACCOUNTS =
      Map.of(
          "tpcb-like", WorkloadClass.TPC_C,
          "simple-update", WorkloadClass.TPC_C,
          "select-only", WorkloadClass.READ_HEAVY);

  private static final Map<String, WorkloadClass> HISTORY =
      Map.of(
          "tpcb-like", WorkloadClass.INSERT_ONLY,
          "simple-update", WorkloadClass.INSERT_ONLY,
          "select-only", WorkloadClass.IDLE);

  @Test
  void takesPgbenchsScriptsForWhatTheyAre() throws Exception {
    var pgbench = pgbench();
    assumeTrue(pgbench.isPresent(), "there is no pgbench on the path");
    try (var server = PostgresServer.start(ServerSpec.of(Releases.underTest().getLast()))) {
      for (var script : DATABASES.keySet()) {
        server.execute("CREATE DATABASE " + database(script));
        finish(start(pgbench.get(), server, script, "-i", "-q"));
      }
      var clients = new ArrayList<Process>();
      try {
        for (var script : DATABASES.keySet()) {
          clients.add(start(pgbench.get(), server, script, "-n", "-T", "60", "-b", script));
        }
        awaitClients(server);

        var seen = Sampled.over(server, WINDOW);

        assertAll(DATABASES.keySet().stream().flatMap(script -> checks(seen, script)));
      } finally {
        clients.forEach(Process::destroy);
      }
    }
  }

  private static Stream<Executable> checks(Sampled seen, String script) {
    var database = database(script);
    return Stream.of(
        () ->
            assertEquals(
                DATABASES.get(script), seen.ofDatabase(database), () -> seen.explained(database)),
        () ->
            assertEquals(
                ACCOUNTS.get(script),
                seen.ofTable(database, "pgbench_accounts"),
                () -> seen.explained(database)),
        () ->
            assertEquals(
                HISTORY.get(script),
                seen.ofTable(database, "pgbench_history"),
                () -> seen.explained(database)));
  }

  private static String database(String script) {
    return script.replace('-', '_');
  }

  private static Optional<Path> pgbench() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(folder -> Path.of(folder, "pgbench"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static Process start(
      Path pgbench, PostgresServer server, String script, String... options) throws IOException {
    var command = new ArrayList<>(List.of(pgbench.toString()));
    command.addAll(List.of(options));
    command.addAll(List.of("-h", "127.0.0.1", "-p", Integer.toString(server.port())));
    command.addAll(List.of("-U", "postgres", database(script)));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static void finish(Process process) throws InterruptedException {
    assertTrue(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS), "pgbench takes too long");
    assertEquals(0, process.exitValue());
  }

  /// Waits until every client has written or read something that the server has counted.
  private static void awaitClients(PostgresServer server) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    for (var script : DATABASES.keySet()) {
      try (var connection = server.connect(database(script));
          var question =
              connection.prepareStatement(
                  "SELECT idx_scan FROM pg_stat_user_tables WHERE relname = 'pgbench_accounts'")) {
        boolean atWork = false;
        while (!atWork) {
          try (var answer = question.executeQuery()) {
            atWork = answer.next() && answer.getLong(1) > 0;
          }
          assertTrue(System.nanoTime() < deadline, () -> script + " does not run");
          Thread.sleep(20);
        }
      }
    }
  }
}
