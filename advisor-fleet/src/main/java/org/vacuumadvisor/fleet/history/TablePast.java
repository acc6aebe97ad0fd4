package org.vacuumadvisor.fleet.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Part.Column;
import org.vacuumadvisor.source.SourceException;

/// Dead rows, growth and vacuums of a table over a time.
///
/// @param dead its dead rows: those that surveys saw, or else those that vacuums in the logs had to
///   keep
/// @param vacuums how many the logs tell of; empty where they tell of none
/// @param droppedBefore the first survey in which it was gone; empty where it was there at last
record TablePast(
    String cluster,
    Optional<String> database,
    Optional<String> schema,
    String table,
    List<Sparkline.Point> dead,
    OptionalLong mostDead,
    OptionalLong firstBytes,
    OptionalLong lastBytes,
    OptionalLong vacuums,
    OptionalDouble medianSeconds,
    Optional<Instant> droppedBefore) {
  private static final int MOST = 15;
  private static final int WIDTH = 24;

  TablePast {
    dead = List.copyOf(dead);
  }

  /// The tables with most dead rows; the largest where they have as many.
  static List<TablePast> of(Archive archive, Question question) throws SourceException {
    var parameters = new ArrayList<>(question.tableParameters());
    parameters.addAll(question.tableParameters());
    return archive
        .query(
            """
            WITH rows_of AS (
              SELECT * FROM tables
               WHERE schema NOT IN ('pg_catalog', 'pg_toast', 'information_schema') AND %1$s),
            seen AS (
              SELECT cluster, database, schema, table_name,
                     arg_min(coalesce(main_bytes, relpages * 8192), time)::BIGINT AS first_bytes,
                     arg_max(coalesce(main_bytes, relpages * 8192), time)::BIGINT AS last_bytes,
                     max(n_dead_tup) AS most_dead,
                     CASE WHEN arg_max(is_gone, time) THEN max(time) END AS gone_at,
                     list(time ORDER BY time) AS times, list(n_dead_tup ORDER BY time) AS dead
                FROM (SELECT *, kind = 'dropped' AS is_gone FROM rows_of) GROUP BY ALL),
            ran AS (
              SELECT cluster, database, schema, table_name, count(*) AS vacuums,
                     median(elapsed_seconds) AS median_seconds, max(tuples_dead_not_removable) AS most_kept,
                     list(time ORDER BY time) AS run_times,
                     list(tuples_dead_not_removable ORDER BY time) AS kept
                FROM runs WHERE kind = 'vacuum' AND %1$s GROUP BY ALL)
            SELECT coalesce(s.cluster, r.cluster) AS cluster, coalesce(s.database, r.database) AS database,
                   coalesce(s.schema, r.schema) AS schema, coalesce(s.table_name, r.table_name) AS table_name,
                   first_bytes, last_bytes, coalesce(most_dead, most_kept) AS most, vacuums, median_seconds, gone_at,
                   array_to_string(list_transform(coalesce(times, run_times), t -> epoch_ms(t)), ' ') AS points,
                   array_to_string(list_transform(coalesce(dead, kept), d -> coalesce(d::VARCHAR, '?')), ' ') AS amounts
              FROM seen s FULL JOIN ran r
                ON s.cluster = r.cluster AND s.table_name = r.table_name
               AND s.schema IS NOT DISTINCT FROM r.schema AND s.database IS NOT DISTINCT FROM r.database
             ORDER BY greatest(coalesce(most_dead, 0), coalesce(most_kept, 0)) DESC, last_bytes DESC NULLS LAST
             LIMIT %2$d\
            """
                .formatted(question.whereTable(), MOST),
            parameters)
        .stream()
        .map(TablePast::of)
        .toList();
  }

  private static TablePast of(ArchiveRow row) {
    return new TablePast(
        row.text("cluster").orElse(""),
        row.text("database"),
        row.text("schema"),
        row.text("table_name").orElse(""),
        points(row),
        row.count("most"),
        row.count("first_bytes"),
        row.count("last_bytes"),
        row.count("vacuums"),
        row.real("median_seconds"),
        row.time("gone_at"));
  }

  private static List<Sparkline.Point> points(ArchiveRow row) {
    var times = row.text("points").orElse("").split(" ", -1);
    var amounts = row.text("amounts").orElse("").split(" ", -1);
    var points = new ArrayList<Sparkline.Point>();
    for (int at = 0; at < Math.min(times.length, amounts.length); at++) {
      if (!times[at].isEmpty()) {
        points.add(
            new Sparkline.Point(
                Instant.ofEpochMilli(Long.parseLong(times[at])),
                amounts[at].equals("?")
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(Double.parseDouble(amounts[at]))));
      }
    }
    return points;
  }

  static List<Part> parts(List<TablePast> tables, Question question) {
    return tables.isEmpty()
        ? List.of()
        : List.of(
            new Part.Heading("Tables"),
            new Part.Grid(
                List.of(
                    Column.text("Cluster"),
                    Column.text("Table"),
                    Column.text("Dead rows"),
                    Column.number("At most"),
                    Column.number("Size"),
                    Column.number("Growth"),
                    Column.number("Vacuums"),
                    Column.number("Median")),
                tables.stream().map(each -> each.cells(question)).toList()),
            new Part.Paragraph(
                "Dead rows are those that surveys saw, or else those that vacuums in the logs had"
                    + " to keep. A dot stands for a time of which nothing is known."));
  }

  private List<String> cells(Question question) {
    return List.of(
        cluster,
        schema.map(each -> each + ".").orElse("") + table,
        Sparkline.of(dead, question.from(), question.at(), lasting(question), WIDTH),
        Amounts.count(mostDead),
        droppedBefore.isPresent() ? "dropped" : Amounts.size(lastBytes),
        droppedBefore.isPresent() ? "" : Amounts.growth(growth()),
        vacuums.isPresent() ? String.valueOf(vacuums.getAsLong()) : "not logged",
        medianSeconds.isPresent() ? Amounts.seconds(medianSeconds) : "");
  }

  /// By how many bytes it grew.
  OptionalLong growth() {
    return firstBytes.isPresent() && lastBytes.isPresent()
        ? OptionalLong.of(lastBytes.getAsLong() - firstBytes.getAsLong())
        : OptionalLong.empty();
  }

  /// What a survey saw holds until the next one; a table that did not change has no new row.
  private static Duration lasting(Question question) {
    var day = Duration.ofDays(1);
    return question.back().compareTo(day) < 0 ? question.back() : day;
  }
}
