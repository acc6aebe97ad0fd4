package org.vacuumadvisor.source.jdbc;

import java.sql.Connection;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.SourceException;

/// Opens sessions on one server: read-only, bounded in time, in autocommit mode.
@FunctionalInterface
public interface Opener {
  /// A session on a database of that server; null for the one that the user named.
  Connection open(@Nullable String database) throws SourceException;
}
