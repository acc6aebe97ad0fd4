package org.vacuumadvisor.source;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.vacuumadvisor.model.IndexKeys;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Readings;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.unit.XidAge;

/// Which columns of a row set of [Topic#TABLES] or [Topic#INDEXES] are figures. It is found out
/// once for all rows.
///
/// @param columns those it is of
/// @param shown the figures among them
record TableColumns(Columns columns, List<Key<?>> shown) {

  static TableColumns of(Columns columns) {
    return of(columns, TableKeys.ALL);
  }

  /// Those of an index.
  static TableColumns ofIndexes(Columns columns) {
    return of(columns, IndexKeys.ALL);
  }

  private static TableColumns of(Columns columns, List<Key<?>> keys) {
    return new TableColumns(
        columns, keys.stream().filter(key -> columns.position(key.pasted()) >= 0).toList());
  }

  /// The figures of one row.
  Readings read(Row row) {
    var figures = Readings.builder(columns.absent());
    for (var key : shown) {
      take(row, key, figures);
    }
    return figures.build();
  }

  @SuppressWarnings("unchecked") // a key's unit tells its type
  private static void take(Row row, Key<?> key, Readings.Builder to) {
    var name = key.pasted();
    switch (key.unit()) {
      case ROWS -> {
        if (key == TableKeys.RELTUPLES) {
          to.put(TableKeys.RELTUPLES, rows(row));
        } else if (key == TableKeys.VACUUM_THRESHOLD) {
          to.put(TableKeys.VACUUM_THRESHOLD, row.real(name));
        } else if (key == IndexKeys.RELTUPLES) {
          to.put(IndexKeys.RELTUPLES, rows(row));
        } else {
          to.put((Key<Long>) key, row.count(name));
        }
      }
      case TIMES -> to.put((Key<Long>) key, row.count(name));
      case PAGES -> to.put((Key<Pages>) key, pages(row, name));
      case BYTES -> to.put((Key<Bytes>) key, row.count(name).map(Bytes::new));
      case TRANSACTION_IDS, MULTIXACT_IDS ->
          to.put((Key<XidAge>) key, row.count(name).map(XidAge::new));
      case TIME -> to.put((Key<Instant>) key, row.instant(name));
      case DURATION -> to.put((Key<Duration>) key, row.millis(name));
      case PERCENT -> to.put((Key<Share>) key, share(row.real(name)));
    }
  }

  /// `avg_leaf_density` of an empty tree is NaN.
  private static Reading<Share> share(Reading<Double> percent) {
    return percent.is(each -> !Double.isFinite(each))
        ? Reading.missing(Why.NOT_APPLICABLE)
        : percent.map(Share::ofPercent);
  }

  /// Block numbers, which `pg_class` shows as signed integers. A relation that was never vacuumed
  /// or analyzed has 0 in `relpages` whatever its size, a partitioned table that was analyzed -1:
  /// then nobody counted its pages.
  private static Reading<Pages> pages(Row row, String name) {
    var counted = row.count("relpages").known().filter(all -> all == 0 || all == -1);
    return counted.isPresent()
        ? Reading.missing(Why.NOT_APPLICABLE)
        : row.count(name).map(pages -> new Pages(Integer.toUnsignedLong((int) (long) pages)));
  }

  /// `reltuples` of a relation never vacuumed or analyzed is -1 since 14; before, it was 0, as were
  /// its pages.
  static Reading<Double> rows(Row row) {
    var rows = row.real("reltuples");
    if (rows instanceof Reading.Missing) {
      return rows;
    }
    boolean unknown = rows.or(0.0) < 0 || (rows.or(1.0) == 0 && row.count("relpages").or(1L) == 0);
    return unknown ? Reading.missing(Why.NOT_APPLICABLE) : rows;
  }
}
