package org.vacuumadvisor.fleet.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Bytes;

/// Dead rows, growth and vacuums of tables over a time. Dead rows are those that surveys saw, or
/// else those that vacuums in the logs had to keep.
final class PastTables {
  private static final int MOST = 15;
  private static final int WIDTH = 24;

  private PastTables() {}

  /// The tables with most dead rows; the largest where they have as many. The columns of a row are
  /// members of the document for programs, and what [#points] takes.
  static List<ArchiveRow> of(Archive archive, Question question) throws SourceException {
    var parameters = new ArrayList<>(question.tableParameters());
    parameters.addAll(question.tableParameters());
    return archive.query(
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
               coalesce(s.schema, r.schema) AS schema, coalesce(s.table_name, r.table_name) AS "table",
               coalesce(most_dead, most_kept) AS most_dead_rows, last_bytes AS bytes,
               last_bytes - first_bytes AS grown_bytes, vacuums, median_seconds, gone_at AS dropped_before,
               array_to_string(list_transform(coalesce(times, run_times), t -> epoch_ms(t)), ' ') AS points,
               array_to_string(list_transform(coalesce(dead, kept), d -> coalesce(d::VARCHAR, '?')), ' ') AS amounts
          FROM seen s FULL JOIN ran r
            ON s.cluster = r.cluster AND s.table_name = r.table_name
           AND s.schema IS NOT DISTINCT FROM r.schema AND s.database IS NOT DISTINCT FROM r.database
         ORDER BY greatest(coalesce(most_dead, 0), coalesce(most_kept, 0)) DESC, last_bytes DESC NULLS LAST
         LIMIT %2$d\
        """
            .formatted(question.whereTable(), MOST),
        parameters);
  }

  /// The dead rows of a table over the time.
  static List<Sparkline.Point> points(ArchiveRow row) {
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

  static List<Part> parts(List<ArchiveRow> tables, Question question) {
    var parts =
        new ArrayList<>(
            Listing.of(
                "Tables",
                tables,
                List.of(
                    Listing.cluster(),
                    Listing.text(
                        "Table",
                        row ->
                            row.text("schema").map(each -> each + ".").orElse("")
                                + row.text("table").orElse("")),
                    Listing.text("Dead rows", row -> line(row, question)),
                    Listing.count("At most", "most_dead_rows"),
                    Listing.number("Size", row -> isDropped(row) ? "dropped" : size(row)),
                    Listing.number("Growth", row -> isDropped(row) ? "" : growth(row)),
                    Listing.number("Vacuums", row -> row.text("vacuums").orElse("not logged")),
                    Listing.number(
                        "Median",
                        row ->
                            row.text("vacuums").isPresent()
                                ? Listing.seconds(row.real("median_seconds"))
                                : ""))));
    if (!tables.isEmpty()) {
      parts.add(
          new Part.Paragraph(
              "Dead rows are those that surveys saw, or else those that vacuums in the logs had"
                  + " to keep. A dot stands for a time of which nothing is known."));
    }
    return parts;
  }

  private static String line(ArchiveRow row, Question question) {
    // What a survey saw holds until the next one; a table that did not change has no new row.
    var day = Duration.ofDays(1);
    var lasting = question.back().compareTo(day) < 0 ? question.back() : day;
    return Sparkline.of(points(row), question.from(), question.at(), lasting, WIDTH);
  }

  private static boolean isDropped(ArchiveRow row) {
    return row.time("dropped_before").isPresent();
  }

  private static String size(ArchiveRow row) {
    var bytes = row.count("bytes");
    return bytes.isPresent() ? new Bytes(bytes.getAsLong()).toString() : Listing.UNKNOWN;
  }

  private static String growth(ArchiveRow row) {
    var grown = row.count("grown_bytes");
    if (grown.isEmpty()) {
      return Listing.UNKNOWN;
    }
    long bytes = grown.getAsLong();
    return bytes == 0 ? "none" : (bytes > 0 ? "+" : "-") + new Bytes(Math.abs(bytes));
  }

  /// A row of values over time in one line of text: `▁▂▅█▂··▁`. A dot stands where nothing is
  /// known.
  static final class Sparkline {
    private static final String STEPS = "▁▂▃▄▅▆▇█";
    private static final char UNKNOWN = '·';

    private Sparkline() {}

    /// A value at a moment.
    ///
    /// @param value empty if it was looked for and not known
    record Point(Instant time, OptionalDouble value) {}

    /// Draws the highest value in each of so many equal stretches of time.
    ///
    /// @param lasting for how long a value holds if no other follows
    static String of(List<Point> points, Instant from, Instant to, Duration lasting, int width) {
      double[] cells = new double[width];
      Arrays.fill(cells, Double.NaN);
      double span = Math.max(1, Duration.between(from, to).toMillis());
      for (int at = 0; at < points.size(); at++) {
        var point = points.get(at);
        if (point.value().isEmpty()) {
          continue;
        }
        var end = point.time().plus(lasting);
        if (at + 1 < points.size() && points.get(at + 1).time().isBefore(end)) {
          end = points.get(at + 1).time();
        }
        int first = cell(Duration.between(from, point.time()).toMillis() / span, width);
        int last = cell(Duration.between(from, end).toMillis() / span, width);
        for (int each = Math.max(0, first); each <= Math.min(width - 1, last); each++) {
          double value = point.value().getAsDouble();
          cells[each] = Double.isNaN(cells[each]) ? value : Math.max(cells[each], value);
        }
      }
      return drawn(cells);
    }

    private static int cell(double share, int width) {
      return (int) Math.floor(Math.min(share, 1.5) * width);
    }

    private static String drawn(double[] cells) {
      double highest = Arrays.stream(cells).filter(each -> !Double.isNaN(each)).max().orElse(0);
      var line = new StringBuilder();
      for (double cell : cells) {
        if (Double.isNaN(cell)) {
          line.append(UNKNOWN);
        } else {
          int step = highest <= 0 ? 0 : (int) Math.round(cell / highest * (STEPS.length() - 1));
          line.append(STEPS.charAt(Math.clamp(step, 0, STEPS.length() - 1)));
        }
      }
      return line.toString();
    }
  }
}
