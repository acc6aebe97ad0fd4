package org.vacuumadvisor.cli.lab;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.cli.option.OutputOptions;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.lab.workload.Outcome;
import org.vacuumadvisor.lab.workload.Run;
import org.vacuumadvisor.lab.workload.Script;
import org.vacuumadvisor.lab.workload.Scripts;
import org.vacuumadvisor.lab.workload.WorkloadException;
import org.vacuumadvisor.lab.workload.WorkloadRunner;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.report.Selection;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Window;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Shows what the program does to those who have no server at hand: it brings one, puts it to work,
/// neglects it as real ones are neglected, and advises.
@Command(name = "demo", exitCodeList = " 3:no server could be started")
public final class DemoCommand implements Callable<Integer> {
  private static final Duration SHORTEST = Duration.ofSeconds(4);
  private static final Duration LONGEST = Duration.ofHours(1);
  private static final String DATABASE = "demo";
  private static final long SEED = 1;
  private static final int CLIENTS = 2;

  /// Of each client after each transaction: a demo does not need all of a machine.
  private static final Duration PAUSE = Duration.ofMillis(10);

  /// How long the workloads run before the first survey and after the second.
  private static final Duration MARGIN = Duration.ofSeconds(1);

  @Spec private CommandSpec command;
  @Mixin private OutputOptions output;

  @Option(names = "--duration", paramLabel = "TIME", defaultValue = "75s")
  private Duration duration;

  @Override
  public Integer call() throws SourceException {
    output.check();
    if (duration.compareTo(SHORTEST) < 0 || duration.compareTo(LONGEST) > 0) {
      throw new WrongUsage("--duration is 4s to 1h");
    }
    var story = new DemoStory(command);
    DemoInterrupt.guard("demo", story, () -> show(story));
    return ExitStatus.FINE;
  }

  private void show(DemoStory story)
      throws SourceException, SQLException, WorkloadException, InterruptedException {
    story.tell("Starting PostgreSQL 18 in a temporary directory, on a free port of this machine.");
    try (var server = PostgresServer.start(spec())) {
      load(server, story);
      try (var _ = neglect(server, story);
          var threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
        try {
          var running = start(server, threads, story);
          var window = surveyed(server, story);
          story.show(outcomes(running));
          story.tell("This is what the advisor makes of it:");
          output.report(Advisor.assess(window.older(), window.newer()), Selection.everything());
        } finally {
          threads.shutdownNow();
        }
      }
    }
  }

  private static String schema(Script workload) {
    return workload.name().replace('-', '_');
  }

  /// Loads the four workloads, each into a schema of one database: the one every server has gets
  /// our name.
  private static void load(PostgresServer server, DemoStory story)
      throws SQLException, WorkloadException, InterruptedException {
    try (var connection = server.connect("template1");
        var statement = connection.createStatement()) {
      statement.execute("ALTER DATABASE postgres RENAME TO " + DATABASE);
    }
    for (var each : Scripts.unpaced()) {
      story.tell("Loading the tables of %s.".formatted(each.name()));
      WorkloadRunner.load(each, schema(each), () -> server.connect(DATABASE), SEED);
    }
  }

  private List<Future<Outcome>> start(
      PostgresServer server, ExecutorService threads, DemoStory story) {
    story.tell(
        "Running all four for %d s, %d clients each, with a pause of %d ms after each transaction."
            .formatted(duration.toSeconds(), CLIENTS, PAUSE.toMillis()));
    var run = new Run(CLIENTS, duration, SEED, PAUSE);
    return Scripts.unpaced().stream()
        .map(each ->
            threads.submit(() ->
                WorkloadRunner.run(
                    each, schema(each), () -> server.connect(DATABASE), run, _ -> {})))
        .toList();
  }

  /// Two surveys while they work.
  private Window surveyed(PostgresServer server, DemoStory story)
      throws SourceException, InterruptedException {
    Thread.sleep(MARGIN);
    var apart = duration.minus(MARGIN.multipliedBy(2));
    story.tell("Surveying the server twice, %d s apart.".formatted(apart.toSeconds()));
    try (var bar = story.bar()) {
      return server.source(DATABASE).sample(Databases.CURRENT, apart, story.on(bar));
    }
  }

  /// What they came to, when they are done.
  private static List<Outcome> outcomes(List<Future<Outcome>> running)
      throws WorkloadException, InterruptedException {
    var all = new ArrayList<Outcome>();
    for (var each : running) {
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

  /// What people forget on servers: a replication slot whose subscriber is gone, and a transaction
  /// that was begun and never ended.
  ///
  /// @return the session of the transaction
  private static Connection neglect(PostgresServer server, DemoStory story) throws SQLException {
    var report = server.connect(DATABASE);
    try (var statement = report.createStatement()) {
      statement.execute("SELECT pg_create_logical_replication_slot('old_subscriber', 'pgoutput')");
      statement.execute("SET application_name = 'nightly-report'");
      statement.execute("BEGIN ISOLATION LEVEL REPEATABLE READ");
      statement.execute("SELECT count(*) FROM pg_catalog.pg_class");
    }
    story.tell(
        "Forgetting two things: a transaction that nightly-report has begun and does not end, and"
            + " the logical replication slot old_subscriber.");
    return report;
  }

  /// Autovacuum looks every second, so that there is something to see within a minute.
  private static ServerSpec spec() {
    return ServerSpec.of(Release.V18)
        .with(
            Map.of(
                "wal_level", "logical",
                "autovacuum_naptime", "1s",
                "shared_buffers", "256MB",
                "max_wal_size", "4GB"));
  }
}
