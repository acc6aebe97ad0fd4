package org.vacuumadvisor.model;

import org.vacuumadvisor.unit.Bytes;

/// What a table's file holds, measured by reading all of it: `pgstattuple`.
///
/// @param file `table_len`
/// @param rows `tuple_count`: live at that moment
/// @param rowBytes `tuple_len`: without line pointers and alignment
/// @param deadBytes `dead_tuple_len`
/// @param free `free_space`
public record TupleSpace(Bytes file, long rows, Bytes rowBytes, Bytes deadBytes, Bytes free) {

  /// As figures of the table.
  public void putInto(Readings.Builder figures) {
    figures
        .put(TableKeys.TABLE_LEN, file)
        .put(TableKeys.TUPLE_COUNT, rows)
        .put(TableKeys.TUPLE_LEN, rowBytes)
        .put(TableKeys.DEAD_TUPLE_LEN, deadBytes)
        .put(TableKeys.FREE_SPACE, free);
  }
}
