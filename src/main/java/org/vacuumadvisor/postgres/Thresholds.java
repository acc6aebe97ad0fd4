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

  boolean exceededBy(long deadRows, long insertedRows) {
    return (float) deadRows > vacuum || (float) insertedRows > insert;
  }
}
