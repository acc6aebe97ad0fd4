package org.vacuumadvisor.fleet.history;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.fleet.archive.Question;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Quantities;

/// Who held back the oldest xmin at the last look before a moment.
final class SeenHolders {
  private static final int MOST = 15;

  /// What was seen longer before is not how it was then.
  private static final Duration STALE = Duration.ofMinutes(15);

  private SeenHolders() {}

  /// A row for each; its columns are the members of the document for programs.
  static List<ArchiveRow> of(Archive archive, Question question) throws SourceException {
    return archive.query(
        """
        WITH last AS (SELECT cluster, max(time) AS time FROM servers
                       WHERE database IS NULL AND state IN ('surveyed', 'seen') AND %s GROUP BY cluster)
        SELECT cluster, time, kind, name, pid, user_name AS "user", nullif(application, '') AS application,
               state, since, floor(greatest(0, epoch(time) - epoch(since))) AS held_seconds, xid_age
          FROM holders h JOIN last USING (cluster, time)
         WHERE time > %s ORDER BY cluster, xid_age DESC NULLS LAST LIMIT %d\
        """
            .formatted(question.where(), Question.literal(question.at().minus(STALE)), MOST),
        List.of());
  }

  static List<Part> parts(List<ArchiveRow> holders) {
    return Listing.of(
        "Who held back the oldest xmin",
        holders,
        List.of(
            Listing.cluster(),
            Listing.text("Who", SeenHolders::who),
            Listing.text("State", row -> row.text("state").orElse("not shown")),
            Listing.number("For", SeenHolders::held),
            Listing.count("Transaction IDs ago", "xid_age")));
  }

  private static String held(ArchiveRow row) {
    return row.seconds("held_seconds")
        .map(each -> Quantities.duration(each.truncatedTo(ChronoUnit.SECONDS)))
        .orElse(Listing.UNKNOWN);
  }

  private static String who(ArchiveRow row) {
    var who = new StringBuilder(row.text("kind").orElse(""));
    row.text("name").ifPresent(each -> who.append(' ').append(each));
    row.text("pid").ifPresent(each -> who.append(' ').append(each));
    row.text("user").ifPresent(each -> who.append(", user ").append(each));
    row.text("application").ifPresent(each -> who.append(", ").append(each));
    return who.toString();
  }
}
