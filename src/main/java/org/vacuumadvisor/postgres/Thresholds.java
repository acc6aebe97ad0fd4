package org.vacuumadvisor.postgres;

/// How many rows a table may have changed before autovacuum comes: one more, and it does.
///
/// @param vacuum dead rows
/// @param insert rows inserted since the last vacuum; infinite where inserts start no vacuum
/// @param analyze rows modified since the last analyze
public record Thresholds(float vacuum, float insert, float analyze) {

  public boolean hasInsert() {
    return insert < Float.POSITIVE_INFINITY;
  }

  /// Whether so many dead rows bring a vacuum.
  public boolean isPassedByDead(long deadRows) {
    return (float) deadRows > vacuum;
  }

  /// Whether so many rows inserted since the last vacuum bring one.
  public boolean isPassedByInserted(long insertedRows) {
    return (float) insertedRows > insert;
  }
}
