package org.vacuumadvisor.model;

import java.util.List;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;

/// An index of a table.
///
/// @param method its access method: `btree`, `gin`, …; empty where nobody showed it
/// @param keyColumns `pg_attribute.attnum` of the columns it holds, included ones too; 0 stands for
///   an expression
/// @param readings its figures, by the keys of [IndexKeys]
public record Index(
    long oid,
    String name,
    String method,
    boolean unique,
    boolean primary,
    boolean valid,
    boolean partial,
    List<Integer> keyColumns,
    StorageParameters parameters,
    Readings readings) {
  public Index {
    keyColumns = List.copyOf(keyColumns);
  }

  /// One of which `pg_class` and the counters are known.
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
        unique,
        primary,
        valid,
        partial,
        keyColumns,
        parameters,
        Readings.builder(Why.NOT_COLLECTED)
            .put(IndexKeys.RELPAGES, pages)
            .put(IndexKeys.RELTUPLES, rows)
            .put(IndexKeys.IDX_SCAN, scans)
            .put(IndexKeys.IDX_TUP_READ, rowsRead)
            .build());
  }

  /// The same with other figures.
  public Index with(Readings other) {
    return new Index(
        oid, name, method, unique, primary, valid, partial, keyColumns, parameters, other);
  }

  /// The same, with what its file was found to hold.
  public Index measured(LeafSpace space) {
    return with(
        readings
            .copy()
            .put(IndexKeys.INDEX_SIZE, space.file())
            .put(IndexKeys.INTERNAL_PAGES, space.inner())
            .put(IndexKeys.LEAF_PAGES, space.leaves())
            .put(IndexKeys.AVG_LEAF_DENSITY, space.density())
            .build());
  }

  /// A figure, or why it is missing.
  public <T> Reading<T> get(Key<T> figure) {
    return readings.get(figure);
  }

  /// Its pages by the best figure: measured, on disk, or `relpages`.
  ///
  /// @param blockSize bytes a page
  public Reading<Pages> size(int blockSize) {
    for (var key : List.of(IndexKeys.INDEX_SIZE, IndexKeys.INDEX_BYTES)) {
      if (get(key) instanceof Reading.Known<Bytes> known) {
        return known.map(bytes -> new Pages(bytes.count() / blockSize));
      }
    }
    return get(IndexKeys.RELPAGES);
  }

  /// Its pages for tables, charts and simulation. Where they are not known, none: rules ask for the
  /// figures themselves.
  public Pages pages() {
    return get(IndexKeys.RELPAGES).or(Pages.NONE);
  }

  /// `reltuples`, missing where unknown.
  public Reading<Double> rows() {
    return get(IndexKeys.RELTUPLES);
  }

  /// `idx_scan`; where it is not known, 0: rules ask for the counter itself.
  public long scans() {
    return get(IndexKeys.IDX_SCAN).or(0L);
  }

  /// Whether a column of it is computed.
  public boolean hasExpression() {
    return keyColumns.contains(0);
  }
}
