package org.vacuumadvisor.lab.workload;

import java.sql.Connection;
import java.sql.SQLException;

/// Opens connections to the server a workload is to run on, always as the same user and to the same
/// database. Whoever asks for a connection closes it.
@FunctionalInterface
public interface ConnectionSource {
  /// A new connection, made by the PostgreSQL driver itself (no pool around it).
  Connection open() throws SQLException;
}
