package org.vacuumadvisor.model;

import java.util.List;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.unit.Pages;

/// An index of a table.
///
/// @param method its access method: `btree`, `gin`, …
/// @param rows `reltuples`, missing where unknown
/// @param keyColumns `pg_attribute.attnum` of the columns it holds, included ones too; 0 stands for
///   an expression
/// @param scans `idx_scan`
/// @param rowsRead `idx_tup_read`
/// @param measured what its file holds; read only on request
public record Index(
    long oid,
    String name,
    String method,
    Pages pages,
    Reading<Double> rows,
    boolean unique,
    boolean primary,
    boolean valid,
    boolean partial,
    List<Integer> keyColumns,
    StorageParameters parameters,
    long scans,
    long rowsRead,
    Reading<LeafSpace> measured) {
  public Index {
    keyColumns = List.copyOf(keyColumns);
  }

  /// One whose file was not read.
  public Index(
      long oid,
      String name,
      String method,
      Pages pages,
      Reading<Double> rows,
      boolean unique,
      boolean primary,
      boolean valid,
      boolean partial,
      List<Integer> keyColumns,
      StorageParameters parameters,
      long scans,
      long rowsRead) {
    this(
        oid,
        name,
        method,
        pages,
        rows,
        unique,
        primary,
        valid,
        partial,
        keyColumns,
        parameters,
        scans,
        rowsRead,
        Reading.missing(Reading.Why.NOT_COLLECTED));
  }

  /// The same, with what its file was found to hold.
  public Index measured(LeafSpace space) {
    return new Index(
        oid,
        name,
        method,
        pages,
        rows,
        unique,
        primary,
        valid,
        partial,
        keyColumns,
        parameters,
        scans,
        rowsRead,
        Reading.of(space));
  }

  /// Whether a column of it is computed.
  public boolean hasExpression() {
    return keyColumns.contains(0);
  }
}
