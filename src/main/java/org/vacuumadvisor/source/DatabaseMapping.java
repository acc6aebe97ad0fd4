package org.vacuumadvisor.source;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Database.ChecksumFailures;
import org.vacuumadvisor.model.Database.Conflicts;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.unit.XidAge;

/// The rows of [Topic#DATABASES].
public final class DatabaseMapping {
  private final Map<String, Row> rows = new LinkedHashMap<>();

  void take(Row row) {
    row.text("datname").known().ifPresent(name -> rows.put(name, row));
  }

  /// @param surveyed names of the databases whose relations were read
  List<Database> databases(Set<String> surveyed) {
    return rows.entrySet().stream()
        .map(each -> database(each.getKey(), each.getValue(), surveyed.contains(each.getKey())))
        .toList();
  }

  /// `pg_database.oid`; a negative number for a database that no row is about.
  long oid(String name) {
    Row row = rows.get(name);
    return row == null ? -1 : row.count("oid").or(-1L);
  }

  private static Database database(String name, Row row, boolean surveyed) {
    return new Database(
        row.count("oid").or(-1L),
        name,
        surveyed,
        isHalfDropped(row),
        row.flag("datallowconn"),
        age(row, "xid_age", "datfrozenxid"),
        age(row, "multixact_age", "datminmxid"),
        row.instant("stats_reset"),
        row.count("xact_commit").or(0L),
        row.count("xact_rollback"),
        row.count("tup_inserted").or(0L),
        row.count("tup_updated").or(0L),
        row.count("tup_deleted").or(0L),
        row.count("tup_fetched").or(0L),
        row.count("confl_lock")
            .map(lock -> new Conflicts(lock, row.count("confl_snapshot").or(0L))),
        row.count("checksum_failures")
            .map(count -> new ChecksumFailures(count, row.instant("checksum_last_failure"))));
  }

  private static Reading<XidAge> age(Row row, String age, String column) {
    return isHalfDropped(row)
        ? Reading.missing(Reading.Why.NOT_APPLICABLE)
        : row.count(age)
            .flatMap(each -> Reading.of(new XidAge(each), new Source.Shown("pg_database", column)));
  }

  /// `DATCONNLIMIT_INVALID_DB`
  public static boolean isHalfDropped(Row row) {
    return row.text("datconnlimit").is("-2"::equals);
  }
}
