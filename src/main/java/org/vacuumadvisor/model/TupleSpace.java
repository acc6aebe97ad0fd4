package org.vacuumadvisor.model;

import org.vacuumadvisor.unit.Bytes;

/// What a table's file holds, measured by reading all of it: `pgstattuple`.
///
/// @param file `table_len`
/// @param rows `tuple_count`: live at that moment
/// @param rowBytes `tuple_len`: without line pointers and alignment
/// @param deadBytes `dead_tuple_len`
/// @param free `free_space`
public record TupleSpace(Bytes file, long rows, Bytes rowBytes, Bytes deadBytes, Bytes free) {}
