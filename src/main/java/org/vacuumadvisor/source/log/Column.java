package org.vacuumadvisor.source.log;

/// What the prefix of a line, or a column beside the message, says about a message.
public enum Column {
  /// Date and time as printed, without the zone; or seconds since 1970, with or without a fraction.
  TIMESTAMP,
  /// The zone as printed.
  ZONE,
  /// SQLSTATE.
  STATE,
  APPLICATION,
  USER,
  DATABASE,
  /// The kind of process: `autovacuum worker`, `client backend`.
  BACKEND_TYPE
}
