package org.vacuumadvisor.fleet.history;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Part.Column;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Quantities;

/// Who held back the oldest xmin at the last look before a moment.
///
/// @param since when its transaction began
/// @param xidAge how many transaction IDs ago
record SeenHolder(
    String cluster,
    Instant time,
    String kind,
    Optional<String> name,
    OptionalLong pid,
    Optional<String> user,
    Optional<String> application,
    Optional<String> state,
    Optional<Instant> since,
    OptionalLong xidAge) {
  private static final int MOST = 15;

  /// What was seen longer before is not how it was then.
  private static final Duration STALE = Duration.ofMinutes(15);

  static List<SeenHolder> of(Archive archive, Question question) throws SourceException {
    var parameters = new ArrayList<>(question.parameters());
    parameters.add(question.at().minus(STALE));
    return archive
        .query(
            """
            WITH last AS (SELECT cluster, max(time) AS time FROM servers
                           WHERE database IS NULL AND state IN ('surveyed', 'seen') AND %s GROUP BY cluster)
            SELECT h.* FROM holders h JOIN last USING (cluster, time)
             WHERE last.time > ? ORDER BY cluster, xid_age DESC NULLS LAST LIMIT %d\
            """
                .formatted(question.where(), MOST),
            parameters)
        .stream()
        .map(SeenHolder::of)
        .toList();
  }

  private static SeenHolder of(ArchiveRow row) {
    return new SeenHolder(
        row.text("cluster").orElse(""),
        row.time("time").orElseThrow(),
        row.text("kind").orElse(""),
        row.text("name"),
        row.count("pid"),
        row.text("user_name"),
        row.text("application").filter(each -> !each.isEmpty()),
        row.text("state"),
        row.time("since"),
        row.count("xid_age"));
  }

  static List<Part> parts(List<SeenHolder> holders) {
    return holders.isEmpty()
        ? List.of()
        : List.of(
            new Part.Heading("Who held back the oldest xmin"),
            new Part.Grid(
                List.of(
                    Column.text("Cluster"),
                    Column.text("Who"),
                    Column.text("State"),
                    Column.number("For"),
                    Column.number("Transaction IDs ago")),
                holders.stream().map(SeenHolder::cells).toList()));
  }

  private List<String> cells() {
    return List.of(
        cluster,
        who(),
        state.orElse("not shown"),
        heldFor()
            .map(each -> Quantities.duration(each.truncatedTo(ChronoUnit.SECONDS)))
            .orElse("not known"),
        Amounts.count(xidAge));
  }

  /// How long it had held it when it was seen.
  Optional<Duration> heldFor() {
    return since
        .map(each -> Duration.between(each, time))
        .map(each -> each.isNegative() ? Duration.ZERO : each);
  }

  private String who() {
    var who = new StringBuilder(kind);
    name.ifPresent(each -> who.append(' ').append(each));
    pid.ifPresent(each -> who.append(' ').append(each));
    user.ifPresent(each -> who.append(", user ").append(each));
    application.ifPresent(each -> who.append(", ").append(each));
    return who.toString();
  }
}
