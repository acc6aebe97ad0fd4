package org.vacuumadvisor.fleet.history;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.fleet.archive.Question;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Rows;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Resource;

/// Dead rows, growth and vacuums of tables over a time. Dead rows are those that surveys saw, or
/// else those that vacuums in the logs had to keep.
final class PastTables {
  private static final int MOST_LISTED = 15;

  /// So many characters show the dead rows of the time.
  private static final int WIDTH = 24;

  private PastTables() {}

  /// The tables with most dead rows; the largest where they have as many. The columns of a row are
  /// members of the document for programs, but for `line`, the dead rows as `▁▂▅█▂··▁`, and
  /// `dead_rows`, the same in JSON.
  static List<ArchiveRow> of(Archive archive, Question question) throws SourceException {
    // What a survey saw holds until the next one; a table that did not change has no new row.
    long lasting = Math.min(question.back().toSeconds(), Duration.ofDays(1).toSeconds());
    return archive.query(
        Resource.text(PastTables.class, "tables.sql")
            .formatted(
                question.whereTable(),
                MOST_LISTED,
                question.from().getEpochSecond(),
                (double) question.back().toSeconds() / WIDTH,
                lasting,
                WIDTH),
        List.of());
  }

  static Stream<Part> parts(List<ArchiveRow> tables) {
    return tables.isEmpty()
        ? Stream.empty()
        : Part.section(
            "Tables",
            Stream.of(
                Rows.of(tables.stream())
                    .text("Cluster", row -> row.text("cluster").orElse(""))
                    .text(
                        "Table",
                        row ->
                            row.text("schema").map(each -> each + ".").orElse("")
                                + row.text("table").orElse(""))
                    .text("Dead rows", row -> row.text("line").orElse(""))
                    .number("At most", row -> Figures.count(row.count("most_dead_rows")))
                    .number("Size", row -> isDropped(row) ? "dropped" : size(row))
                    .number("Growth", row -> isDropped(row) ? "" : growth(row))
                    .number("Vacuums", row -> row.text("vacuums").orElse("not logged"))
                    .number(
                        "Median",
                        row ->
                            row.text("vacuums").isPresent()
                                ? Figures.seconds(row.real("median_seconds"))
                                : "")
                    .grid(),
                new Part.Paragraph(
                    "Dead rows are those that surveys saw, or else those that vacuums in the logs"
                        + " had to keep. A dot stands for a time of which nothing is known.")));
  }

  /// The latest vacuums and analyzes of one table, from logs: a row for each, its columns the
  /// members of the document for programs; none where no table is asked for.
  static List<ArchiveRow> runs(Archive archive, Question question) throws SourceException {
    return question.table().isEmpty()
        ? List.of()
        : archive.query(
            """
            SELECT cluster, time AS ended, kind, trigger, elapsed_seconds, tuples_removed AS removed_rows,
                   tuples_remain AS remaining_rows, tuples_dead_not_removable AS kept_dead_rows, index_scans
              FROM runs WHERE %s ORDER BY time DESC LIMIT %d\
            """
                .formatted(question.whereTable(), MOST_LISTED),
            List.of());
  }

  static Stream<Part> runParts(List<ArchiveRow> runs) {
    return Part.section(
        "Runs, the latest first",
        Rows.of(runs.stream())
            .text("Ended", row -> row.time("ended").map(Words::moment).orElse(Figures.UNKNOWN))
            .text(
                "What",
                row ->
                    row.text("kind").orElse("") + row.text("trigger").map(", "::concat).orElse(""))
            .number("Took", row -> Figures.seconds(row.real("elapsed_seconds")))
            .number("Removed", row -> Figures.count(row.count("removed_rows")))
            .number("Remain", row -> Figures.count(row.count("remaining_rows")))
            .number("Kept dead", row -> Figures.count(row.count("kept_dead_rows")))
            .number("Index scans", row -> Figures.count(row.count("index_scans")))
            .ifAny());
  }

  private static boolean isDropped(ArchiveRow row) {
    return row.time("dropped_before").isPresent();
  }

  private static String size(ArchiveRow row) {
    var bytes = row.count("bytes");
    return bytes.isPresent() ? new Bytes(bytes.getAsLong()).toString() : Figures.UNKNOWN;
  }

  private static String growth(ArchiveRow row) {
    var grown = row.count("grown_bytes");
    if (grown.isEmpty()) {
      return Figures.UNKNOWN;
    }
    long bytes = grown.getAsLong();
    return bytes == 0 ? "none" : (bytes > 0 ? "+" : "-") + new Bytes(Math.abs(bytes));
  }
}
