package org.vacuumadvisor.fleet.archive;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// What is asked of the past.
///
/// @param at as of which moment
/// @param back from how long before on
/// @param cluster empty for all
/// @param table its name, or schema and name; empty for all
public record Question(
    Instant at, Duration back, Optional<String> cluster, Optional<String> table) {

  /// Of all clusters and tables.
  public static Question of(Instant at, Duration back) {
    return new Question(at, back, Optional.empty(), Optional.empty());
  }

  /// The moment from which on rows count.
  public Instant from() {
    return at.minus(back);
  }

  /// What rows must be of, in SQL.
  public String where() {
    return where(back);
  }

  /// The same from another time before the moment on.
  public String where(Duration since) {
    return "%s AND time > %s AND time <= %s"
        .formatted(whereCluster(), literal(at.minus(since)), literal(at));
  }

  /// What rows must be of that may have no time.
  public String whereCluster() {
    return cluster.map(name -> "cluster = " + Duck.literal(name)).orElse("true");
  }

  /// What rows of tables must be of.
  public String whereTable() {
    return where()
        + table
            .map(name ->
                (name.contains(".") ? " AND schema || '.' || table_name = " : " AND table_name = ")
                    + Duck.literal(name))
            .orElse("");
  }

  /// A text in SQL.
  public static String literal(String text) {
    return Duck.literal(text);
  }

  /// A moment in SQL, in microseconds as all times of the archive.
  public static String literal(Instant time) {
    return "TIMESTAMPTZ '%s'".formatted(time.truncatedTo(ChronoUnit.MICROS));
  }
}
