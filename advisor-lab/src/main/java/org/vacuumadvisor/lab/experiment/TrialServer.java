package org.vacuumadvisor.lab.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.lab.workload.Outcome;
import org.vacuumadvisor.lab.workload.Progress;
import org.vacuumadvisor.lab.workload.Run;
import org.vacuumadvisor.lab.workload.Work;
import org.vacuumadvisor.lab.workload.WorkloadException;
import org.vacuumadvisor.lab.workload.WorkloadRunner;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.source.SourceException;

/// A fresh server with the tables of a study: of one trial, or of the look at the defaults.
final class TrialServer implements AutoCloseable {
  static final String SCHEMA = "public";

  /// Given to all arms but set by none: those of the study and of [ServerSpec#of].
  private static final String SET =
      """
      SELECT name, pg_catalog.current_setting(name)
        FROM pg_catalog.pg_settings
       WHERE source = 'configuration file'
         AND sourcefile LIKE '%postgresql.auto.conf'\
      """;

  private static final String PARAMETERS =
      """
      SELECT relname, reloptions
        FROM pg_catalog.pg_class
       WHERE reloptions IS NOT NULL
         AND relnamespace = 'public'::pg_catalog.regnamespace\
      """;

  private static final String RELATIONS =
      """
      SELECT relname, pg_catalog.pg_relation_size(oid)
        FROM pg_catalog.pg_class
       WHERE relkind = ? AND relnamespace = 'public'::pg_catalog.regnamespace
       ORDER BY relname\
      """;

  private final Plan plan;
  private final PostgresServer server;

  private TrialServer(Plan plan, PostgresServer server) {
    this.plan = plan;
    this.server = server;
  }

  /// Starts a server and fills it.
  static TrialServer open(Plan plan) throws SQLException, WorkloadException, InterruptedException {
    var server = PostgresServer.start(ServerSpec.of(plan.release()).with(plan.common()));
    var trial = new TrialServer(plan, server);
    try {
      WorkloadRunner.load(plan.study().workload(), SCHEMA, server::connect, plan.seed());
      server.execute("VACUUM ANALYZE", "CHECKPOINT");
      return trial;
    } catch (SQLException | WorkloadException | InterruptedException | RuntimeException failure) {
      trial.close();
      throw failure;
    }
  }

  PostgresServer server() {
    return server;
  }

  /// As the server says it, without what a packager added.
  String version() throws SQLException {
    try (var connection = server.connect();
        var statement = connection.createStatement();
        var row = statement.executeQuery("SHOW server_version")) {
      row.next();
      return row.getString(1).split(" ", -1)[0];
    }
  }

  /// Applies what an arm is about. Every arm is restarted, so that all begin alike.
  void treat(List<String> statements) throws SQLException {
    server.execute(statements.toArray(String[]::new));
    server.restart();
  }

  Outcome work(Duration duration, Consumer<? super Progress> progress)
      throws WorkloadException, InterruptedException {
    return WorkloadRunner.run(
        plan.study().workload(),
        SCHEMA,
        server::connect,
        new Run(plan.clients(), duration, plan.seed(), Duration.ZERO),
        progress);
  }

  /// What goes on beside the clients, if anything does.
  Optional<Work> beside(Arm arm) throws WorkloadException, InterruptedException {
    var work = arm.beside();
    return work.isPresent()
        ? Optional.of(Work.start(work.get(), server::connect, plan.seed()))
        : Optional.empty();
  }

  /// The trial itself.
  Trial trial(Arm arm, int round, Consumer<? super Progress> progress)
      throws SQLException, WorkloadException, InterruptedException, SourceException {
    try (var own = server.connect();
        var sampler = new Sampler(server.connect(), plan.study().indexOnlyScan());
        var _ = beside(arm).orElse(null)) {
      var settings = settings(own);
      long logStart = Files.size(server.log());
      var walBefore = Wal.now(own);
      var outcome =
          work(
              plan.duration(),
              each -> {
                sampler.accept(each);
                progress.accept(each);
              });
      var wal = Wal.now(own).since(walBefore);
      return new Trial(
          arm.name(),
          round,
          settings,
          outcome,
          sampler.samples(),
          sampler.missed(),
          tables(own),
          indexes(own),
          VacuumLog.read(server.log(), logStart).work(sampler.checkpoints()),
          wal);
    } catch (IOException failure) {
      throw new SourceException("The log of the server cannot be read: " + failure, failure);
    }
  }

  /// What the server says to be set beside what all arms have.
  private static Map<String, String> settings(Connection connection) throws SQLException {
    var settings = new TreeMap<String, String>();
    try (var statement = connection.createStatement();
        var row = statement.executeQuery(SET)) {
      while (row.next()) {
        settings.put(row.getString(1), row.getString(2));
      }
    }
    try (var statement = connection.createStatement();
        var row = statement.executeQuery(PARAMETERS)) {
      while (row.next()) {
        for (var option : (String[]) row.getArray(2).getArray()) {
          int at = option.indexOf('=');
          settings.put(row.getString(1) + "." + option.substring(0, at), option.substring(at + 1));
        }
      }
    }
    return settings;
  }

  private static List<RelationSize> tables(Connection connection) throws SQLException {
    return sizes(connection, "r").entrySet().stream()
        .map(each -> new RelationSize(each.getKey(), each.getValue(), OptionalLong.empty()))
        .toList();
  }

  /// What is wasted shows when they are built anew.
  private static List<RelationSize> indexes(Connection connection) throws SQLException {
    var before = sizes(connection, "i");
    try (var statement = connection.createStatement()) {
      for (var table : sizes(connection, "r").keySet()) {
        statement.execute("REINDEX TABLE " + Identifiers.qualified(SCHEMA, table));
      }
    }
    var after = sizes(connection, "i");
    var indexes = new ArrayList<RelationSize>();
    before.forEach((name, bytes) -> {
      var rebuilt = after.get(name);
      indexes.add(
          new RelationSize(
              name, bytes, rebuilt == null ? OptionalLong.empty() : OptionalLong.of(rebuilt)));
    });
    return indexes;
  }

  private static Map<String, Long> sizes(Connection connection, String kind) throws SQLException {
    var sizes = new LinkedHashMap<String, Long>();
    try (var statement = connection.prepareStatement(RELATIONS)) {
      statement.setString(1, kind);
      try (var row = statement.executeQuery()) {
        while (row.next()) {
          sizes.put(row.getString(1), row.getLong(2));
        }
      }
    }
    return sizes;
  }

  @Override
  public void close() {
    server.close();
  }
}
