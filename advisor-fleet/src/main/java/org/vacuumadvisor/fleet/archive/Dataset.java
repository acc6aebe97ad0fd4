package org.vacuumadvisor.fleet.archive;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.vacuumadvisor.report.data.RunColumn;
import org.vacuumadvisor.unit.Resource;

/// What the archive holds: one folder of Parquet files each. The columns are published in
/// `docs/archive.md`; whoever changes them raises [#SCHEMA_VERSION].
public enum Dataset {
  /// A vacuum or analyze of one table, from a log.
  RUNS,
  /// Something else that a log tells: work skipped or cancelled, a warning, damage.
  NOTICES,
  /// A table as a survey saw it.
  TABLES,
  /// A server, or one of its databases, as a survey or a light look saw it.
  SERVERS,
  /// Who held back the oldest xmin at that moment.
  HOLDERS,
  /// What the advisor said of a server.
  FINDINGS,
  /// What was read of a log, and what a look at a server could not see.
  COVERAGE;

  /// The version of all these columns; each file has it as `schema_version` in its metadata.
  public static final int SCHEMA_VERSION = 3;

  private static final List<String> ORDER =
      List.of("cluster", "database", "schema", "table_name", "time");

  @SuppressWarnings("ImmutableEnumChecker") // made by Stream.toList of records
  private final List<Field> fields;

  @SuppressWarnings("ImmutableEnumChecker") // made by toUnmodifiableMap
  private final Map<String, Integer> places;

  Dataset() {
    var heading = "[" + folder() + "]";
    this.fields =
        Resource.blocks(Dataset.class, "datasets.txt").stream()
            .filter(block -> block.getFirst().equals(heading))
            .flatMap(block -> block.stream().skip(1))
            .flatMap(Dataset::columns)
            .toList();
    this.places =
        IntStream.range(0, fields.size())
            .boxed()
            .collect(Collectors.toUnmodifiableMap(at -> fields.get(at).name(), at -> at));
  }

  /// The columns of a line of `datasets.txt`: of a type, or those that are listed elsewhere.
  private static Stream<Field> columns(String line) {
    var words = List.of(line.split(" ", -1));
    return switch (words.getFirst()) {
      case "RunColumn" ->
          RunColumn.ALL.stream()
              .filter(each -> !Set.of("database", "schema", "table").contains(each.name()))
              .map(Field::of);
      case "TableKeys" -> TableColumns.fields();
      case String type ->
          words.stream()
              .skip(1)
              .map(name -> new Field(name, Field.Type.valueOf(type.toUpperCase(Locale.ROOT))));
    };
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
