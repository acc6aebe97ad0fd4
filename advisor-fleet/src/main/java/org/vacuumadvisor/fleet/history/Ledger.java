package org.vacuumadvisor.fleet.history;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.fleet.archive.Question;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Resource;

/// Who kept how many dead rows for how long: dead-row-hours by holder and application.
///
/// Where the log tells of a table's vacuums, the dead rows that each had to keep count until the
/// next vacuum of the table. Where it does not, dead rows count that a survey saw in a table which
/// was vacuumed since the holder began, and those that came since the survey before for half of
/// that time. They are put down to whoever held the oldest xmin at that time; what nobody was seen
/// to hold is named as well.
public record Ledger(List<Entry> entries) {
  /// Looks that are further apart leave a time of which nothing is known.
  private static final String LONGEST_GAP = "INTERVAL 10 MINUTE";

  /// A vacuum tells of the rows that it kept; how long they stay after it is known for so long.
  private static final String LONGEST_KEPT = "INTERVAL 1 DAY";

  public Ledger {
    entries = List.copyOf(entries);
  }

  /// A debt.
  ///
  /// @param holder what held the oldest xmin; empty where nobody was seen, or nobody looked
  /// @param wasWatched whether somebody looked at that time
  public record Entry(
      String cluster,
      Optional<String> holder,
      Optional<String> application,
      boolean wasWatched,
      Optional<Instant> first,
      Optional<Instant> last,
      long tables,
      double deadRowHours) {}

  /// What the archive tells.
  public static Ledger of(Archive archive, Question question) throws SourceException {
    return new Ledger(archive.query(sql(question), List.of()).stream().map(Ledger::entry).toList());
  }

  /// The share of all dead-row-hours that somebody is known for; empty where there are none.
  public OptionalDouble attributed() {
    double all = entries.stream().mapToDouble(Entry::deadRowHours).sum();
    double known =
        entries.stream()
            .filter(each -> each.holder().isPresent())
            .mapToDouble(Entry::deadRowHours)
            .sum();
    return all > 0 ? OptionalDouble.of(known / all) : OptionalDouble.empty();
  }

  private static Entry entry(ArchiveRow row) {
    return new Entry(
        row.text("cluster").orElse(""),
        row.text("holder"),
        row.text("application"),
        row.flag("watched").orElse(false),
        row.time("first"),
        row.time("last"),
        row.count("tables").orElse(0),
        row.real("dead_row_hours").orElse(0));
  }

  private static String sql(Question question) {
    return Resource.text(Ledger.class, "ledger.sql")
        .formatted(
            LONGEST_GAP,
            question.where(),
            LONGEST_KEPT,
            question.whereTable(),
            Question.literal(question.at()));
  }
}
