package org.vacuumadvisor.cli.lab;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.workload.Outcome;
import org.vacuumadvisor.lab.workload.Run;
import org.vacuumadvisor.lab.workload.Script;
import org.vacuumadvisor.lab.workload.Scripts;
import org.vacuumadvisor.lab.workload.WorkloadException;
import org.vacuumadvisor.lab.workload.WorkloadRunner;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Window;

/// The four workloads, each in a schema of one database.
final class DemoWorkloads {
  static final String DATABASE = "demo";
  private static final long SEED = 1;
  private static final int CLIENTS = 2;

  /// Of each client after each transaction: a demo does not need all of a machine.
  private static final Duration PAUSE = Duration.ofMillis(10);

  /// How long the workloads run before the first survey and after the second.
  private static final Duration MARGIN = Duration.ofSeconds(1);

  private final PostgresServer server;
  private final Map<String, Script> bySchema = new LinkedHashMap<>();

  DemoWorkloads(PostgresServer server) {
    this.server = server;
    Scripts.unpaced().forEach(each -> bySchema.put(each.name().replace('-', '_'), each));
  }

  void load(DemoStory story) throws SQLException, WorkloadException, InterruptedException {
    rename();
    for (var each : bySchema.entrySet()) {
      story.tell("Loading the tables of %s.".formatted(each.getValue().name()));
      WorkloadRunner.load(each.getValue(), each.getKey(), () -> server.connect(DATABASE), SEED);
    }
  }

  /// One database is enough: the one every server has gets our name.
  private void rename() throws SQLException {
    try (var connection = server.connect("template1");
        var statement = connection.createStatement()) {
      statement.execute("ALTER DATABASE postgres RENAME TO " + DATABASE);
    }
  }

  Running start(Duration duration, DemoStory story) {
    story.tell(
        "Running all four for %d s, %d clients each, with a pause of %d ms after each transaction."
            .formatted(duration.toSeconds(), CLIENTS, PAUSE.toMillis()));
    var executor = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory());
    var outcomes = new ArrayList<Future<Outcome>>();
    bySchema.forEach((schema, workload) ->
        outcomes.add(
            executor.submit(() ->
                WorkloadRunner.run(
                    workload,
                    schema,
                    () -> server.connect(DATABASE),
                    new Run(CLIENTS, duration, SEED, PAUSE),
                    _ -> {}))));
    return new Running(executor, outcomes, duration);
  }

  /// The workloads at work.
  final class Running implements AutoCloseable {
    private final ExecutorService executor;
    private final List<Future<Outcome>> outcomes;
    private final Duration duration;

    private Running(ExecutorService executor, List<Future<Outcome>> outcomes, Duration duration) {
      this.executor = executor;
      this.outcomes = outcomes;
      this.duration = duration;
    }

    /// Two surveys while they work.
    Window surveyed(DemoStory story) throws SourceException, InterruptedException {
      Thread.sleep(MARGIN);
      var apart = duration.minus(MARGIN.multipliedBy(2));
      story.tell("Surveying the server twice, %d s apart.".formatted(apart.toSeconds()));
      try (var bar = story.bar()) {
        return server.source(DATABASE).sample(Databases.CURRENT, apart, story.on(bar));
      }
    }

    /// What they came to, when they are done.
    List<Outcome> outcomes() throws WorkloadException, InterruptedException {
      var all = new ArrayList<Outcome>();
      for (var each : outcomes) {
        try {
          all.add(each.get());
        } catch (ExecutionException failure) {
          if (failure.getCause() instanceof WorkloadException explained) {
            throw explained;
          }
          throw new IllegalStateException(failure);
        }
      }
      return all;
    }

    /// Ends those that still work.
    @Override
    public void close() {
      executor.shutdownNow();
      executor.close();
    }
  }
}
