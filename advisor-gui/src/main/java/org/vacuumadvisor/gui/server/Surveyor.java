package org.vacuumadvisor.gui.server;

import java.util.Optional;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.page.relation.RawPage;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.ConnectionString;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;

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
}
