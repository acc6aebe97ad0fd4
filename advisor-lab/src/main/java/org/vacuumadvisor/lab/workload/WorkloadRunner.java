package org.vacuumadvisor.lab.workload;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Loads workloads and runs them. Every connection it opens is closed when it returns, however it
/// returns; an interrupt of the calling thread ends the work at once.
public final class WorkloadRunner {
  private static final long REPORT_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

  /// How long a transaction may go on after the end of a run before it is cancelled.
  private static final Duration GRACE = Duration.ofSeconds(2);

  private static final String CREATE_SCHEMA =
      """
      SELECT format('CREATE SCHEMA %I', name)
        FROM (SELECT CAST(? AS text) AS name) AS wanted
       WHERE NOT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = name)\
      """;

  private WorkloadRunner() {}

  /// Creates the schema if there is none of this name, and the tables of the workload in it. Each
  /// statement has a session of its own: sessions send counters at their end, but otherwise only
  /// once a second, and a `VACUUM` would not reset those of the rows inserted just before.
  ///
  /// @param schema any name, as it is and not quoted
  /// @param seed the same seed gives the same rows
  /// @throws WorkloadException if the server refuses something, for example because the tables are
  ///   there already
  public static void load(Script script, String schema, ConnectionSource source, long seed)
      throws WorkloadException, InterruptedException {
    var what = "%s could not be loaded into schema %s".formatted(script.name(), schema);
    alone(what, script, schema, source, connection -> createSchema(connection, schema));
    for (var each : script.load()) {
      alone(
          what,
          script,
          schema,
          source,
          connection -> {
            seed(connection, seed);
            try (var statement = connection.createStatement()) {
              statement.execute(each);
            }
          });
    }
  }

  private static void alone(
      String what, Script script, String schema, ConnectionSource source, ClientPool.Step step)
      throws WorkloadException, InterruptedException {
    try (var pool = ClientPool.gather(script.name() + "-load", source, schema, 1)) {
      pool.start(() -> {
        step.take(pool.connections().getFirst());
        return null;
      });
      while (pool.isWorking()) {
        pool.await(REPORT_EVERY_NANOS);
      }
    } catch (SQLException | ExecutionException failure) {
      throw explained(what, failure);
    }
  }

  /// Runs a workload that has been loaded: each client does a flow after the other, as often as
  /// their rates say in relation to each other.
  ///
  /// @param schema the one it was loaded into
  /// @param progress told about every second, from the calling thread
  /// @throws WorkloadException if a client could not connect, or failed with anything but what is
  ///   tried again; the other clients are stopped then
  public static Outcome run(
      Script script,
      String schema,
      ConnectionSource source,
      Run run,
      Consumer<? super Progress> progress)
      throws WorkloadException, InterruptedException {
    var what =
        "%s with %d clients in schema %s ended early"
            .formatted(script.name(), run.clients(), schema);
    try (var pool = ClientPool.gather(script.name(), source, schema, run.clients())) {
      return work(pool, script, run, progress);
    } catch (SQLException | ExecutionException failure) {
      throw explained(what, failure);
    }
  }

  private static Outcome work(
      ClientPool pool, Script script, Run run, Consumer<? super Progress> progress)
      throws SQLException, InterruptedException, ExecutionException {
    var clients = new ArrayList<ClientLoop>();
    var tally = new Tally(run.duration());
    for (int number = 0; number < run.clients(); number++) {
      var connection = pool.connections().get(number);
      seed(connection, run.seedOf(number));
      var flows = PreparedFlow.of(script.flows(), connection, number);
      clients.add(new ClientLoop(flows, tally, run.pause(), run.seedOf(number)));
    }
    tally.start();
    clients.forEach(pool::start);
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
    return tally.outcome(script.name());
  }

  /// For what the server draws.
  private static void seed(Connection connection, long seed) throws SQLException {
    try (var statement = connection.prepareStatement("SELECT setseed(?)")) {
      statement.setDouble(1, new SplittableRandom(seed).nextDouble(-1, 1));
      statement.execute();
    }
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

  /// A failure of the server in words; a bug of ours as it is.
  private static WorkloadException explained(String what, Throwable cause) {
    return switch (cause) {
      case SQLException _ -> new WorkloadException(what + ": " + cause.getMessage(), cause);
      case ExecutionException outer -> explained(what, requireNonNull(outer.getCause()));
      case RuntimeException bug -> throw bug;
      case Error fatal -> throw fatal;
      default -> throw new IllegalStateException(cause);
    };
  }

  /// The working day of one client: transaction after transaction until it is time to stop.
  static final class ClientLoop implements Callable<@Nullable Void> {
    private final List<PreparedFlow> flows;
    private final Tally tally;
    private final Duration pause;
    private final RandomGenerator random;

    ClientLoop(List<PreparedFlow> flows, Tally tally, Duration pause, long seed) {
      this.flows = flows;
      this.tally = tally;
      this.pause = pause;
      this.random = new SplittableRandom(seed);
    }

    @Override
    public @Nullable Void call() throws SQLException, InterruptedException {
      while (!tally.isOver()) {
        work();
        Thread.sleep(pause);
      }
      return null;
    }

    /// One transaction, tried again as long as there is time.
    private void work() throws SQLException {
      var flow = drawn();
      long start = System.nanoTime();
      try {
        boolean isDone = flow.run(random);
        while (!isDone) {
          tally.failed();
          if (tally.isOver()) {
            return;
          }
          isDone = flow.run(random);
        }
        tally.finished(System.nanoTime() - start);
      } catch (SQLException failure) {
        if (!tally.isOver()) {
          throw failure;
        }
      }
    }

    private PreparedFlow drawn() {
      double at = random.nextDouble(flows.stream().mapToDouble(PreparedFlow::rate).sum());
      for (var each : flows) {
        at -= each.rate();
        if (at < 0) {
          return each;
        }
      }
      return flows.getLast();
    }
  }
}
