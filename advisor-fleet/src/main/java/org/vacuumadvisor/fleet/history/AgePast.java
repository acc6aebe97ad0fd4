package org.vacuumadvisor.fleet.history;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Part.Column;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Quantities;

/// How old a cluster's oldest database was, and how fast transaction IDs were used.
///
/// @param age in transaction IDs, by the last look
/// @param left transaction IDs until writes stop
/// @param perDay transaction IDs used a day; empty where looks are less than ten minutes apart
record AgePast(String cluster, long age, OptionalLong left, OptionalDouble perDay) {
  private static final int MOST = 15;
  private static final double SHORTEST = 600;

  static List<AgePast> of(Archive archive, Question question) throws SourceException {
    return archive
        .query(
            """
            SELECT cluster, arg_max(xid_age, time) AS age, max(stop_age) AS stop_age,
                   (arg_max(next_xid, time) - arg_min(next_xid, time)) AS used,
                   epoch(max(time)) - epoch(min(time)) AS seconds
              FROM servers WHERE database IS NULL AND xid_age IS NOT NULL AND %s
             GROUP BY cluster ORDER BY age DESC LIMIT %d\
            """
                .formatted(question.where(), MOST),
            question.parameters())
        .stream()
        .map(AgePast::of)
        .toList();
  }

  private static AgePast of(ArchiveRow row) {
    long age = row.count("age").orElseThrow();
    var stop = row.count("stop_age");
    var seconds = row.real("seconds").orElse(0);
    var used = row.count("used");
    return new AgePast(
        row.text("cluster").orElse(""),
        age,
        stop.isPresent() ? OptionalLong.of(stop.getAsLong() - age) : OptionalLong.empty(),
        used.isPresent() && seconds >= SHORTEST
            ? OptionalDouble.of(used.getAsLong() * 86_400.0 / seconds)
            : OptionalDouble.empty());
  }

  /// Days until writes stop, at that pace.
  OptionalDouble daysLeft() {
    return left.isPresent() && perDay.isPresent() && perDay.getAsDouble() > 0
        ? OptionalDouble.of(left.getAsLong() / perDay.getAsDouble())
        : OptionalDouble.empty();
  }

  static List<Part> parts(List<AgePast> ages) {
    return ages.isEmpty()
        ? List.of()
        : List.of(
            new Part.Heading("Ages"),
            new Part.Grid(
                List.of(
                    Column.text("Cluster"),
                    Column.number("Oldest database"),
                    Column.number("Until writes stop"),
                    Column.number("Used a day"),
                    Column.number("Days left")),
                ages.stream().map(AgePast::cells).toList()));
  }

  private List<String> cells() {
    return List.of(
        cluster,
        Quantities.count(age),
        left.isPresent() ? Quantities.rounded(left.getAsLong()) : "not known",
        rounded(perDay),
        rounded(daysLeft()));
  }

  private static String rounded(OptionalDouble number) {
    return number.isPresent() ? Quantities.rounded(Math.round(number.getAsDouble())) : "not known";
  }
}
