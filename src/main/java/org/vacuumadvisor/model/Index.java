package org.vacuumadvisor.model;

import java.util.List;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;

/// An index of a table.
///
/// @param method its access method: `btree`, `gin`, …; empty where nobody showed it
/// @param unique `indisunique`; missing where nobody showed it, as the next three
/// @param keyColumns `pg_attribute.attnum` of the columns it holds, included ones too; 0 stands for
///   an expression
/// @param columns what it is computed from, by name; missing where that was not asked, as of tables
///   that are hardly updated
/// @param readings its figures, by the keys of [IndexKeys]
public record Index(
    long oid,
    String name,
    String method,
    Reading<Boolean> unique,
    Reading<Boolean> primary,
    Reading<Boolean> valid,
    Reading<Boolean> partial,
    Reading<List<Integer>> keyColumns,
    Reading<List<IndexColumn>> columns,
    StorageParameters parameters,
    Readings readings) {
  /// The name in statements for an index whose name nobody told.
  public static final String PLACEHOLDER = "your_index";

  /// One of which only the name is known, as messages of a vacuum tell it.
  public static Index named(long oid, String name) {
    return new Index(
        oid,
        name,
        "",
        Reading.missing(Why.NOT_COLLECTED),
        Reading.missing(Why.NOT_COLLECTED),
        Reading.missing(Why.NOT_COLLECTED),
        Reading.missing(Why.NOT_COLLECTED),
        Reading.missing(Why.NOT_COLLECTED),
        Reading.missing(Why.NOT_COLLECTED),
        StorageParameters.NONE,
        Readings.NONE);
  }

  /// The same with other figures.
  public Index with(Readings other) {
    return with(columns, other);
  }

  /// The same, with what is known of its columns.
  public Index with(Reading<List<IndexColumn>> other) {
    return with(other, readings);
  }

  private Index with(Reading<List<IndexColumn>> of, Readings figures) {
    return new Index(
        oid, name, method, unique, primary, valid, partial, keyColumns, of, parameters, figures);
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

  /// Whether it is known to belong to a primary key or to be unique.
  public boolean isConstraint() {
    return primary.or(false) || unique.or(false);
  }

  /// Whether an update that changes a column of it may be HOT all the same: from 16 on that of a
  /// BRIN index (`amsummarizing`).
  public boolean isSummarizing(Release release) {
    return method.equals("brin") && Feature.SUMMARIZING_INDEXES.isIn(release);
  }

  /// Whether it is known to be of no use to queries: left over from a failed build.
  public boolean isInvalid() {
    return !valid.or(true);
  }
}
