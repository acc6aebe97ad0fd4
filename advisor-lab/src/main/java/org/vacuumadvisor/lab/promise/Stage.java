package org.vacuumadvisor.lab.promise;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.vacuumadvisor.lab.paced.Script;
import org.vacuumadvisor.lab.paced.Work;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.lab.workload.run.WorkloadException;
import org.vacuumadvisor.postgres.Release;

/// A server with the tables of a workload, on which nobody works yet. It ends when it is closed.
record Stage(Script script, PostgresServer server) implements AutoCloseable {
  /// Nothing waits for the disk, which others use too; all of autovacuum is logged.
  static final Map<String, String> COMMON =
      Map.of(
          "fsync", "off",
          "synchronous_commit", "off",
          "max_wal_size", "4GB",
          "log_autovacuum_min_duration", "0");

  /// Starts a server and fills it.
  ///
  /// @param more settings beside those of the script
  static Stage set(Script script, Release release, Map<String, String> more)
      throws SQLException, WorkloadException {
    var settings = new HashMap<>(COMMON);
    settings.putAll(script.settings());
    settings.putAll(more);
    var server = PostgresServer.start(ServerSpec.of(release).with(settings));
    try {
      Work.load(script, server::connect);
      server.execute("CHECKPOINT");
      return new Stage(script, server);
    } catch (SQLException | WorkloadException | RuntimeException failure) {
      server.close();
      throw failure;
    }
  }

  /// Lets the work begin.
  ///
  /// @return to be closed before the stage
  Side begin(long seed) throws SQLException, WorkloadException, InterruptedException {
    return Side.begin(script, server, seed);
  }

  @Override
  public void close() {
    server.close();
  }
}
