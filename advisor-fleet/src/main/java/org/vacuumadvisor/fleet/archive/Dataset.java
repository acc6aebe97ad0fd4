package org.vacuumadvisor.fleet.archive;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.vacuumadvisor.report.data.RunColumn;

/// What the archive holds: one folder of Parquet files each. The columns are published in
/// `docs/archive.md`; whoever changes them raises [#SCHEMA_VERSION].
public enum Dataset {
  /// A vacuum or analyze of one table, from a log.
  RUNS(
      Stream.of(
              columns("text cluster database schema table_name", "time time started_at"),
              RunColumn.ALL.stream()
                  .filter(each -> !Set.of("database", "schema", "table").contains(each.name()))
                  .map(Field::of),
              columns("text source_id entry_checksum details"))
          .flatMap(each -> each)),
  /// Something else that a log tells: work skipped or cancelled, a warning, damage.
  NOTICES(
      columns(
          "text cluster database schema table_name",
          "time time",
          "text kind command text",
          "count pid holder_pid xid_age transactions_left",
          "real percent_left waited_ms",
          "count index_scans pages database_oid relation_oid",
          "text phase",
          "count block",
          "text index_name timestamp timezone file",
          "count line",
          "text source_id entry_checksum details")),
  /// A table as a survey saw it.
  TABLES(
      Stream.of(
              columns("text cluster database schema table_name", "time time"),
              columns("count relation_oid", "text kind"),
              TableColumns.fields(),
              columns("text missing"))
          .flatMap(each -> each)),
  /// A server, or one of its databases, as a survey or a light look saw it.
  SERVERS(
      columns(
          "text cluster database",
          "time time",
          "text target state reason",
          "count version_number",
          "text version",
          "flag standby",
          "text verdict",
          "count next_xid xid_age multixact_age stop_age commits rollbacks",
          "time statistics_reset started_at",
          "real look_seconds",
          "text missing",
          "time judged_at")),
  /// Who held back the oldest xmin at that moment.
  HOLDERS(
      columns(
          "text cluster database",
          "time time",
          "text kind name",
          "count pid",
          "text user_name application state",
          "time since backend_start",
          "count xid xid_age",
          "flag oldest",
          "text reach",
          "count retained_wal_bytes",
          "text missing")),
  /// What the advisor said of a server.
  FINDINGS(
      columns(
          "text cluster database schema table_name",
          "time time",
          "text rule severity headline",
          "count problem",
          "text role confidence action action_sql judged_by",
          "time judged_at since",
          "text saves")),
  /// What was read of a log, and what a look at a server could not see.
  COVERAGE(
      columns(
          "text cluster",
          "time time",
          "text kind file source_id",
          "count stored_bytes from_offset to_offset to_line head_bytes",
          "text head_checksum tail_checksum",
          "flag is_whole",
          "count entries entries_read unknown_lines runs notices",
          "time last_time",
          "text gap hides remedy"));

  /// The version of all these columns; each file has it as `schema_version` in its metadata.
  public static final int SCHEMA_VERSION = 3;

  private static final List<String> ORDER =
      List.of("cluster", "database", "schema", "table_name", "time");

  @SuppressWarnings("ImmutableEnumChecker") // made by Stream.toList of records
  private final List<Field> fields;

  @SuppressWarnings("ImmutableEnumChecker") // made by toUnmodifiableMap
  private final Map<String, Integer> places;

  Dataset(Stream<Field> fields) {
    this.fields = fields.toList();
    this.places =
        IntStream.range(0, this.fields.size())
            .boxed()
            .collect(Collectors.toUnmodifiableMap(at -> this.fields.get(at).name(), at -> at));
  }

  /// Columns that follow each other.
  ///
  /// @param lines the type of some, and their names
  private static Stream<Field> columns(String... lines) {
    return Arrays.stream(lines)
        .map(each -> each.split(" "))
        .flatMap(words ->
            Arrays.stream(words)
                .skip(1)
                .map(name ->
                    new Field(name, Field.Type.valueOf(words[0].toUpperCase(Locale.ROOT)))));
  }

  public List<Field> fields() {
    return fields;
  }

  /// The place of a column in a row, from 0.
  public int column(String name) {
    var at = places.get(name);
    if (at == null) {
      throw new IllegalArgumentException(this + " has no column " + name);
    }
    return at;
  }

  /// The name of its folder, and of its table where it is queried.
  public String folder() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// What rows are sorted by within a file.
  String order() {
    var names = fields.stream().map(Field::name).toList();
    return ORDER.stream().filter(names::contains).collect(Collectors.joining(", "));
  }

  /// The columns as DuckDB declares them.
  String declared() {
    return fields.stream()
        .map(each -> each.name() + " " + each.type().sql())
        .collect(Collectors.joining(", "));
  }

  /// A query that gives the rows of files with all columns, null where a file is older than one.
  ///
  /// @param files as literals of SQL
  String rowsOf(List<String> files) {
    var none =
        fields.stream()
            .map(each -> "CAST(NULL AS %s) AS %s".formatted(each.type().sql(), each.name()))
            .collect(Collectors.joining(", ", "SELECT ", " WHERE false"));
    return files.isEmpty()
        ? none
        : none
            + " UNION ALL BY NAME SELECT * FROM read_parquet([%s], union_by_name = true, hive_partitioning = false)"
                .formatted(String.join(", ", files));
  }

  /// A column of a dataset.
  ///
  /// @param name in lower case with underscores, the unit in it where it has one
  public record Field(String name, Type type) {

    /// What a column holds. Every column may be null: that is what is not known.
    public enum Type {
      TEXT("VARCHAR"),
      COUNT("BIGINT"),
      REAL("DOUBLE"),
      FLAG("BOOLEAN"),
      /// A moment, in UTC.
      TIME("TIMESTAMPTZ");

      private final String sql;

      Type(String sql) {
        this.sql = sql;
      }

      /// The type in DuckDB.
      String sql() {
        return sql;
      }
    }

    static Field of(RunColumn column) {
      return new Field(column.name(), Type.valueOf(column.kind().name()));
    }
  }
}
