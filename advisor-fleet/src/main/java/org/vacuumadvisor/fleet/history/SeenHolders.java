package org.vacuumadvisor.fleet.history;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.fleet.archive.Question;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Rows;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Resource;

/// Who held back the oldest xmin at the last look before a moment.
final class SeenHolders {
  private static final int MOST_LISTED = 15;

  /// What was seen longer before is not how it was then.
  private static final Duration STALE = Duration.ofMinutes(15);

  private SeenHolders() {}

  /// A row for each; its columns are the members of the document for programs, but for `who`.
  static List<ArchiveRow> of(Archive archive, Question question) throws SourceException {
    return archive.query(
        Resource.text(SeenHolders.class, "holders.sql")
            .formatted(question.where(), Question.literal(question.at().minus(STALE)), MOST_LISTED),
        List.of());
  }

  static Stream<Part> parts(List<ArchiveRow> holders) {
    return Part.section(
        "Who held back the oldest xmin",
        Rows.of(holders.stream())
            .text("Cluster", row -> row.text("cluster").orElse(""))
            .text("Who", row -> row.text("who").orElse(""))
            .text("State", row -> row.text("state").orElse("not shown"))
            .number("For", row -> Figures.seconds(row.real("held_seconds")))
            .number("Transaction IDs ago", row -> Figures.count(row.count("xid_age")))
            .ifAny());
  }
}
