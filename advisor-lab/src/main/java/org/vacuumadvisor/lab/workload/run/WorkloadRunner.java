package org.vacuumadvisor.lab.workload.run;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.vacuumadvisor.lab.workload.Progress;
import org.vacuumadvisor.lab.workload.Workload;

/// Loads workloads and runs them. Every connection it opens is closed when it returns, however it
/// returns; an interrupt of the calling thread ends the work at once.
public final class WorkloadRunner {
  private static final long REPORT_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

  /// How long a transaction may go on after the end of a run before it is cancelled.
  private static final Duration GRACE = Duration.ofSeconds(2);

  /// `NAMEDATALEN - 1`.
  private static final int LONGEST_NAME = 63;

  private static final String CREATE_SCHEMA =
      """
      SELECT format('CREATE SCHEMA %I', name)
        FROM (SELECT CAST(? AS text) AS name) AS wanted
       WHERE NOT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = name)\
      """;

  private WorkloadRunner() {}

  /// Creates the schema if there is none of this name, and the tables of the workload in it.
  ///
  /// @param schema any name, as it is and not quoted
  /// @param progress told from another thread
  /// @throws WorkloadException if the server refuses something, for example because the tables are
  ///   there already
  public static void load(
      Workload workload,
      String schema,
      ConnectionSource source,
      long seed,
      Consumer<? super Progress> progress)
      throws WorkloadException, InterruptedException {
    var what = "%s could not be loaded into schema %s".formatted(workload.name(), checked(schema));
    try (var pool = ClientPool.gather(workload.name() + "-load", source, schema, 1)) {
      var connection = pool.connections().getFirst();
      pool.start(() -> {
        createSchema(connection, schema);
        workload.load(connection, seed, progress);
        return null;
      });
      while (pool.isWorking()) {
        pool.await(REPORT_EVERY_NANOS);
      }
    } catch (SQLException | ExecutionException failure) {
      throw explained(what, failure);
    }
  }

  /// Runs a workload that has been loaded.
  ///
  /// @param schema the one it was loaded into
  /// @param progress told about every second, from the calling thread
  /// @throws WorkloadException if a client could not connect, or failed with anything but a
  ///   deadlock or a serialization failure; the other clients are stopped then
  public static Outcome run(
      Workload workload,
      String schema,
      ConnectionSource source,
      Run run,
      Consumer<? super Progress> progress)
      throws WorkloadException, InterruptedException {
    var what =
        "%s with %d clients in schema %s ended early"
            .formatted(workload.name(), run.clients(), checked(schema));
    try (var pool = ClientPool.gather(workload.name(), source, schema, run.clients())) {
      return work(pool, workload, run, progress);
    } catch (SQLException | ExecutionException failure) {
      throw explained(what, failure);
    }
  }

  private static Outcome work(
      ClientPool pool, Workload workload, Run run, Consumer<? super Progress> progress)
      throws SQLException, InterruptedException, ExecutionException {
    var clients = new ClientLoop<?>[run.clients()];
    var tally = new Tally(run.duration());
    for (int number = 0; number < clients.length; number++) {
      var connection = pool.connections().get(number);
      var client = workload.client(connection, run.seedOf(number));
      clients[number] = new ClientLoop<>(client, connection, tally, run.pause());
    }
    tally.start();
    for (var client : clients) {
      pool.start(client);
    }
    long reports = 1;
    while (pool.isWorking()) {
      pool.await(reports * REPORT_EVERY_NANOS - tally.elapsed().toNanos());
      if (tally.elapsed().toNanos() >= reports * REPORT_EVERY_NANOS) {
        progress.accept(tally.report());
        reports++;
      }
      if (tally.elapsed().compareTo(run.duration().plus(GRACE)) > 0) {
        pool.cut();
      }
    }
    return tally.outcome(workload.name());
  }

  private static void createSchema(Connection connection, String schema) throws SQLException {
    try (var missing = connection.prepareStatement(CREATE_SCHEMA);
        var create = connection.createStatement()) {
      missing.setString(1, schema);
      try (var command = missing.executeQuery()) {
        if (command.next()) {
          create.execute(command.getString(1));
        }
      }
    }
  }

  private static String checked(String schema) {
    int length = schema.getBytes(StandardCharsets.UTF_8).length;
    if (length < 1 || length > LONGEST_NAME) {
      throw new IllegalArgumentException(
          "The name of a schema has 1 to " + LONGEST_NAME + " bytes: \"" + schema + "\" does not.");
    }
    return schema;
  }

  /// A failure of the server in words; a bug of ours as it is.
  private static WorkloadException explained(String what, Throwable cause) {
    return switch (cause) {
      case SQLException _, WorkloadException _ ->
          new WorkloadException(what + ": " + cause.getMessage(), cause);
      case ExecutionException outer -> explained(what, requireNonNull(outer.getCause()));
      case RuntimeException bug -> throw bug;
      case Error fatal -> throw fatal;
      default -> throw new IllegalStateException(cause);
    };
  }
}
