package org.vacuumadvisor.fleet.history;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.fleet.archive.Question;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Rows;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Resource;
import org.vacuumadvisor.unit.XidAge;

/// How old a cluster's oldest database was, and how fast transaction IDs were used.
///
/// @param age in transaction IDs, by the last look; empty where only logs warned
/// @param left transaction IDs until writes stop, by the last look or the last warning in a log
/// @param perDay transaction IDs used a day; empty where looks are less than a minute apart
public record AgePast(String cluster, OptionalLong age, OptionalLong left, OptionalDouble perDay) {
  private static final int MOST_LISTED = 15;
  private static final double SHORTEST = 60;

  /// So many before those that a server's warnings count it stops.
  private static final XidAge BEFORE_WRAP =
      Wraparound.remaining(Wraparound.TRANSACTIONS.stopAge(Release.newest()));

  /// What is left of least first; what is not known last.
  static final Comparator<AgePast> ORDER =
      Comparator.comparingLong((AgePast each) -> each.left.orElse(Long.MAX_VALUE))
          .thenComparing(AgePast::cluster);

  /// Of each cluster that is known to have one.
  public static List<AgePast> of(Archive archive, Question question) throws SourceException {
    return archive
        .query(
            Resource.text(AgePast.class, "ages.sql")
                .formatted(SHORTEST, BEFORE_WRAP.count(), question.where()),
            List.of())
        .stream()
        .map(AgePast::of)
        .toList();
  }

  private static AgePast of(ArchiveRow row) {
    return new AgePast(
        row.text("cluster").orElse(""),
        row.count("age"),
        row.count("ids_left"),
        row.real("per_day"));
  }

  /// Days until writes stop, at that pace.
  public OptionalDouble daysLeft() {
    return left.isPresent() && perDay.isPresent() && perDay.getAsDouble() > 0
        ? OptionalDouble.of(Math.max(0, left.getAsLong()) / perDay.getAsDouble())
        : OptionalDouble.empty();
  }

  /// `9 days, 194 million transactions`: until writes stop; empty where they have stopped, or it is
  /// not known.
  public Optional<String> untilWritesStop() {
    if (left.isEmpty() || left.getAsLong() <= 0) {
      return Optional.empty();
    }
    var seconds = Duration.ofDays(1).toSeconds() * daysLeft().orElse(Double.NaN);
    var time = Double.isNaN(seconds) ? "" : Quantities.seconds(seconds) + ", ";
    return Optional.of(time + Quantities.rounded(left.getAsLong()) + " transactions");
  }

  static Stream<Part> parts(List<AgePast> ages) {
    return Part.section(
        "Ages",
        Rows.of(ages.stream().limit(MOST_LISTED))
            .text("Cluster", AgePast::cluster)
            .number("Oldest database", each -> Figures.count(each.age))
            .number("Until writes stop", each -> Figures.count(each.left))
            .number("Used a day", each -> rounded(each.perDay))
            .number("Days left", each -> rounded(each.daysLeft()))
            .ifAny());
  }

  private static String rounded(OptionalDouble number) {
    return number.isPresent()
        ? Quantities.rounded(Math.round(number.getAsDouble()))
        : Figures.UNKNOWN;
  }
}
