package org.vacuumadvisor.cli.apply;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.ServerSource;

/// Sessions of one run: one for each database, read-only until the writer begins a transaction.
///
/// @param open by the database; "" is the one that the user named
record Sessions(ServerSource server, Map<String, Connection> open) implements AutoCloseable {
  Sessions(ServerSource server) {
    this(server, new HashMap<>());
  }

  /// The database that the user named.
  ServerLook named() throws SourceException, SQLException {
    return on("");
  }

  /// The database of a change.
  ServerLook of(Change change) throws SourceException, SQLException {
    return on(change.database());
  }

  private ServerLook on(String database) throws SourceException, SQLException {
    var session = open.get(database);
    if (session == null) {
      session = server.session(database.isEmpty() ? null : database);
      open.put(database, session);
      if (session.isReadOnly()) {
        throw new SourceException(
            "Between us and the server stands a pooler, where one session is many people's. Connect"
                + " to the server itself for apply.");
      }
    }
    return new ServerLook(session);
  }

  /// Closes what is open; it is opened again where it is needed.
  @Override
  public void close() throws SQLException {
    for (var each : open.values()) {
      each.close();
    }
    open.clear();
  }
}
