package org.vacuumadvisor.cli.lab;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.cli.option.OutputOptions;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.cli.program.Program;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.lab.workload.WorkloadException;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.report.Selection;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// Shows what the program does to those who have no server at hand: it brings one, puts it to work,
/// neglects it as real ones are neglected, and advises.
@Command(name = "demo", exitCodeList = " 3:no server could be started")
public final class DemoCommand implements Callable<Integer> {
  private static final Duration SHORTEST = Duration.ofSeconds(4);
  private static final Duration LONGEST = Duration.ofHours(1);

  @Spec private CommandSpec command;
  @ParentCommand private Program program;
  @Mixin private OutputOptions output;

  @Option(names = "--duration", paramLabel = "TIME", defaultValue = "75s")
  private Duration duration;

  @Option(names = "--keep")
  private boolean keep;

  @Override
  public Integer call() throws SourceException {
    output.check(program.terminal());
    if (duration.compareTo(SHORTEST) < 0 || duration.compareTo(LONGEST) > 0) {
      throw new WrongUsage("--duration is 4s to 1h");
    }
    var story = new DemoStory(command.commandLine().getErr(), program.terminal());
    DemoInterrupt.guard("demo", story, () -> show(story));
    return ExitStatus.FINE;
  }

  private void show(DemoStory story)
      throws SourceException, SQLException, WorkloadException, InterruptedException {
    story.tell("Starting PostgreSQL 18 in a temporary directory, on a free port of this machine.");
    try (var server = PostgresServer.start(spec())) {
      var workloads = new DemoWorkloads(server);
      workloads.load(story);
      try (var _ = neglect(server, story);
          var running = workloads.start(duration, story)) {
        var window = running.surveyed(story);
        story.show(running.outcomes());
        story.tell("This is what the advisor makes of it:");
        output.report(
            Advisor.assess(window.older(), window.newer()),
            Selection.everything(),
            program.terminal());
      }
      if (keep) {
        leave(server, story);
      }
    }
  }

  /// What people forget on servers: a replication slot whose subscriber is gone, and a transaction
  /// that was begun and never ended.
  ///
  /// @return the session of the transaction
  private static Connection neglect(PostgresServer server, DemoStory story) throws SQLException {
    var report = server.connect(DemoWorkloads.DATABASE);
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

  private static void leave(PostgresServer server, DemoStory story) {
    story.tell("The server and its slot stay: " + server.uri(DemoWorkloads.DATABASE));
    story.tell("It ends with: " + server.leaveRunning());
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
