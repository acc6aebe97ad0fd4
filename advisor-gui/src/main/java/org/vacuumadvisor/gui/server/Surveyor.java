package org.vacuumadvisor.gui.server;

import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.gui.server.Surveyor.ServerAddress;
import org.vacuumadvisor.gui.work.UserConfiguration;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.page.relation.RawPage;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.ConnectionParameters;
import org.vacuumadvisor.source.conninfo.ConnectionString;
import org.vacuumadvisor.source.conninfo.Environment;
import org.vacuumadvisor.source.conninfo.SessionLimits;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.source.jdbc.ServerSource;

/// Looks at a server, once.
interface Surveyor {

  /// What to call the server: `db.example.com:5432/shop as advisor`. It asks nobody.
  String name(ServerAddress address) throws SourceException;

  /// The server as it is now. Nothing is held there afterwards.
  Survey survey(ServerAddress address, Progress progress)
      throws SourceException, InterruptedException;

  /// A page of a table as the server has it now.
  ///
  /// @param table its name as SQL takes it
  default RawPage page(ServerAddress address, String table, long block) throws SourceException {
    throw new SourceException("This server shows no pages.");
  }

  /// Which server to look at.
  ///
  /// @param conninfo as libpq's users write it, without any secret; empty for psql's own defaults
  /// @param password asked for, or taken out of what was typed; lives as long as the connection
  record ServerAddress(String conninfo, Databases databases, Optional<String> password) {

    /// What somebody typed, with the password apart from the rest.
    ///
    /// @param password of a field of its own, which goes before one in the string
    static ServerAddress of(String typed, Databases databases, String password)
        throws SourceException {
      var string = ConnectionString.of(typed);
      return new ServerAddress(
          string.withoutSecrets(),
          databases,
          password.isEmpty() ? string.password() : Optional.of(password));
    }

    @Override
    public String toString() {
      return conninfo;
    }
  }

  /// Looks at a real server. What the address leaves open comes from the `PG…` variables, the
  /// service file and the password file, as they are at that moment.
  static final class LiveSurveyor implements Surveyor {
    private final UserConfiguration configuration;

    /// @param configuration says how long a statement may run, and what servers are called
    LiveSurveyor(UserConfiguration configuration) {
      this.configuration = configuration;
    }

    @Override
    public String name(ServerAddress address) throws SourceException {
      return parameters(address).describe();
    }

    @Override
    public Survey survey(ServerAddress address, Progress progress)
        throws SourceException, InterruptedException {
      return ServerSource.of(parameters(address), limits()).survey(address.databases(), progress);
    }

    @Override
    public RawPage page(ServerAddress address, String table, long block) throws SourceException {
      return RawPage.read(ServerSource.of(parameters(address), limits()), table, block);
    }

    private SessionLimits limits() {
      var usual = SessionLimits.standard();
      return configuration
          .said()
          .timeout()
          .map(longest -> new SessionLimits(longest, usual.lock(), usual.idleInTransaction()))
          .orElse(usual);
    }

    /// A name of the configuration file outranks a database of that name.
    private ConnectionParameters parameters(ServerAddress address) throws SourceException {
      var conninfo =
          configuration.said().connections().getOrDefault(address.conninfo(), address.conninfo());
      var resolved = ConnectionParameters.resolve(conninfo, Map.of(), Environment.ofProcess());
      return address.password().map(resolved::withPassword).orElse(resolved);
    }
  }
}
