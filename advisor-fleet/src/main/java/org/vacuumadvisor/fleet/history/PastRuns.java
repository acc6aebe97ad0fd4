package org.vacuumadvisor.fleet.history;

import java.util.List;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.fleet.archive.Question;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.source.SourceException;

/// The latest vacuums and analyzes of one table, from logs.
final class PastRuns {
  private static final int MOST = 15;

  private PastRuns() {}

  /// A row for each, its columns the members of the document for programs; none where no table is
  /// asked for.
  static List<ArchiveRow> of(Archive archive, Question question) throws SourceException {
    return question.table().isEmpty()
        ? List.of()
        : archive.query(
            """
            SELECT cluster, time AS ended, kind, trigger, elapsed_seconds, tuples_removed AS removed_rows,
                   tuples_remain AS remaining_rows, tuples_dead_not_removable AS kept_dead_rows, index_scans
              FROM runs WHERE %s ORDER BY time DESC LIMIT %d\
            """
                .formatted(question.whereTable(), MOST),
            List.of());
  }

  static List<Part> parts(List<ArchiveRow> runs) {
    return Listing.of(
        "Runs, the latest first",
        runs,
        List.of(
            Listing.text(
                "Ended", row -> row.time("ended").map(Words::moment).orElse(Listing.UNKNOWN)),
            Listing.text(
                "What",
                row ->
                    row.text("kind").orElse("") + row.text("trigger").map(", "::concat).orElse("")),
            Listing.number("Took", row -> Listing.seconds(row.real("elapsed_seconds"))),
            Listing.count("Removed", "removed_rows"),
            Listing.count("Remain", "remaining_rows"),
            Listing.count("Kept dead", "kept_dead_rows"),
            Listing.count("Index scans", "index_scans")));
  }
}
