package org.vacuumadvisor.fleet.archive;

import static org.vacuumadvisor.fleet.archive.Field.count;
import static org.vacuumadvisor.fleet.archive.Field.flag;
import static org.vacuumadvisor.fleet.archive.Field.real;
import static org.vacuumadvisor.fleet.archive.Field.text;
import static org.vacuumadvisor.fleet.archive.Field.time;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.report.data.RunColumn;

/// What the archive holds: one folder of Parquet files each. The columns are published in
/// `docs/archive.md`; whoever changes them raises [#SCHEMA_VERSION].
public enum Dataset {
  /// A vacuum or analyze of one table, from a log.
  RUNS(
      Stream.of(
              Stream.of(
                  text("cluster"),
                  text("database"),
                  text("schema"),
                  text("table_name"),
                  time("time"),
                  time("started_at")),
              RunColumns.ofArchive().map(Field::of),
              Stream.of(text("source_id"), text("entry_checksum"), text("details")))
          .flatMap(each -> each)
          .toList()),
  /// Something else that a log tells: work skipped or cancelled, a warning, damage.
  NOTICES(
      List.of(
          text("cluster"),
          text("database"),
          text("schema"),
          text("table_name"),
          time("time"),
          text("kind"),
          text("command"),
          text("text"),
          count("pid"),
          count("holder_pid"),
          count("xid_age"),
          count("transactions_left"),
          real("percent_left"),
          real("waited_ms"),
          count("index_scans"),
          count("pages"),
          count("database_oid"),
          count("relation_oid"),
          text("phase"),
          count("block"),
          text("index_name"),
          text("timestamp"),
          text("timezone"),
          text("file"),
          count("line"),
          text("source_id"),
          text("entry_checksum"),
          text("details"))),
  /// A table as a survey saw it.
  TABLES(
      Stream.concat(
              Stream.of(
                  text("cluster"),
                  text("database"),
                  text("schema"),
                  text("table_name"),
                  time("time"),
                  count("relation_oid"),
                  text("kind")),
              Stream.concat(TableColumns.fields(), Stream.of(text("missing"))))
          .toList()),
  /// A server, or one of its databases, as a survey or a light look saw it.
  SERVERS(
      List.of(
          text("cluster"),
          text("database"),
          time("time"),
          text("target"),
          text("state"),
          text("reason"),
          count("version_number"),
          text("version"),
          flag("standby"),
          text("verdict"),
          count("next_xid"),
          count("xid_age"),
          count("multixact_age"),
          count("stop_age"),
          count("commits"),
          count("rollbacks"),
          time("statistics_reset"),
          time("started_at"),
          real("look_seconds"),
          text("missing"),
          time("judged_at"))),
  /// Who held back the oldest xmin at that moment.
  HOLDERS(
      List.of(
          text("cluster"),
          text("database"),
          time("time"),
          text("kind"),
          text("name"),
          count("pid"),
          text("user_name"),
          text("application"),
          text("state"),
          time("since"),
          time("backend_start"),
          count("xid"),
          count("xid_age"),
          flag("oldest"),
          text("reach"),
          count("retained_wal_bytes"),
          text("missing"))),
  /// What the advisor said of a server.
  FINDINGS(
      List.of(
          text("cluster"),
          text("database"),
          text("schema"),
          text("table_name"),
          time("time"),
          text("rule"),
          text("severity"),
          text("headline"),
          count("problem"),
          text("role"),
          text("confidence"),
          text("action"),
          text("action_sql"),
          text("judged_by"),
          time("judged_at"),
          time("since"),
          text("saves"))),
  /// What was read of a log, and what a look at a server could not see.
  COVERAGE(
      List.of(
          text("cluster"),
          time("time"),
          text("kind"),
          text("file"),
          text("source_id"),
          count("stored_bytes"),
          count("from_offset"),
          count("to_offset"),
          count("to_line"),
          count("head_bytes"),
          text("head_checksum"),
          text("tail_checksum"),
          flag("is_whole"),
          count("entries"),
          count("entries_read"),
          count("unknown_lines"),
          count("runs"),
          count("notices"),
          time("last_time"),
          text("gap"),
          text("hides"),
          text("remedy")));

  /// The version of all these columns; each file has it as `schema_version` in its metadata.
  public static final int SCHEMA_VERSION = 3;

  private static final List<String> ORDER =
      List.of("cluster", "database", "schema", "table_name", "time");

  @SuppressWarnings("ImmutableEnumChecker") // made by List.copyOf of records
  private final List<Field> fields;

  Dataset(List<Field> fields) {
    this.fields = List.copyOf(fields);
  }

  public List<Field> fields() {
    return fields;
  }

  /// The place of a column in a row, from 0.
  public int column(String name) {
    for (int at = 0; at < fields.size(); at++) {
      if (fields.get(at).name().equals(name)) {
        return at;
      }
    }
    throw new IllegalArgumentException(this + " has no column " + name);
  }

  /// The name of its folder, and of its table where it is queried.
  public String folder() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// What rows are sorted by within a file.
  String order() {
    Set<String> names = fields.stream().map(Field::name).collect(Collectors.toSet());
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

  /// The columns of a run that are not named anew.
  private static final class RunColumns {
    private static final Set<String> NAMED_ANEW = Set.of("database", "schema", "table");

    static Stream<RunColumn> ofArchive() {
      return RunColumn.ALL.stream().filter(each -> !NAMED_ANEW.contains(each.name()));
    }
  }
}
