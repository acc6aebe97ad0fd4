package org.vacuumadvisor.fleet.history;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Part.Column;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.source.SourceException;

/// A vacuum or analyze of one table, from a log.
record PastRun(
    String cluster,
    Optional<Instant> ended,
    String kind,
    Optional<String> trigger,
    OptionalDouble seconds,
    OptionalLong removed,
    OptionalLong remain,
    OptionalLong kept,
    OptionalLong indexScans) {
  private static final int MOST = 15;

  /// The latest of a table; none where no table is asked for.
  static List<PastRun> of(Archive archive, Question question) throws SourceException {
    return question.table().isEmpty()
        ? List.of()
        : archive
            .query(
                """
                SELECT cluster, time, kind, trigger, elapsed_seconds, tuples_removed, tuples_remain,
                       tuples_dead_not_removable, index_scans
                  FROM runs WHERE %s ORDER BY time DESC LIMIT %d\
                """
                    .formatted(question.whereTable(), MOST),
                question.tableParameters())
            .stream()
            .map(PastRun::of)
            .toList();
  }

  private static PastRun of(ArchiveRow row) {
    return new PastRun(
        row.text("cluster").orElse(""),
        row.time("time"),
        row.text("kind").orElse(""),
        row.text("trigger"),
        row.real("elapsed_seconds"),
        row.count("tuples_removed"),
        row.count("tuples_remain"),
        row.count("tuples_dead_not_removable"),
        row.count("index_scans"));
  }

  static List<Part> parts(List<PastRun> runs) {
    return runs.isEmpty()
        ? List.of()
        : List.of(
            new Part.Heading("Runs, the latest first"),
            new Part.Grid(
                List.of(
                    Column.text("Ended"),
                    Column.text("What"),
                    Column.number("Took"),
                    Column.number("Removed"),
                    Column.number("Remain"),
                    Column.number("Kept dead"),
                    Column.number("Index scans")),
                runs.stream().map(PastRun::cells).toList()));
  }

  private List<String> cells() {
    return List.of(
        ended.map(Words::moment).orElse("not known"),
        kind + trigger.map(each -> ", " + each).orElse(""),
        Amounts.seconds(seconds),
        Amounts.count(removed),
        Amounts.count(remain),
        Amounts.count(kept),
        Amounts.count(indexScans));
  }
}
