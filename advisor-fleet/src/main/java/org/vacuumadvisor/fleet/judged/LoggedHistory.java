package org.vacuumadvisor.fleet.judged;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.run.Input;
import org.vacuumadvisor.model.run.Place;
import org.vacuumadvisor.model.run.Understanding;
import org.vacuumadvisor.source.SourceException;

/// The history of a cluster as its logs in the archive tell it: the same that reading these logs
/// again gives.
public final class LoggedHistory {
  private static final int RUNS_KEPT = 100;

  private final Archive archive;
  private final String cluster;
  private final Historian historian = new Historian(RUNS_KEPT);
  private final Map<String, Input> inputs = new HashMap<>();
  private long unreadable;

  private LoggedHistory(Archive archive, String cluster) {
    this.archive = archive;
    this.cluster = cluster;
  }

  /// What the logs of a cluster tell.
  ///
  /// @param from what ended before is left out; what has no time is taken in
  /// @param to what ended later is left out
  public static History of(Archive archive, String cluster, Instant from, Instant to)
      throws SourceException {
    var history = new LoggedHistory(archive, cluster);
    history.read(from, to);
    return history.historian.history().covering(history.understanding());
  }

  /// Logs one after the other, the one that begins first first, each from its first line on.
  private void read(Instant from, Instant to) throws SourceException {
    archive.each(
        """
        WITH told AS (
          SELECT true AS is_run, time, source_id, file, line, details FROM runs
           WHERE cluster = ? AND (time IS NULL OR time > ? AND time <= ?)
          UNION ALL
          SELECT false, time, source_id, file, line, details FROM notices
           WHERE cluster = ? AND (time IS NULL OR time > ? AND time <= ?)),
        begun AS (SELECT source_id, min(time) AS begin_time FROM told GROUP BY source_id)
        SELECT is_run, told.source_id AS source_id, file, line, details
          FROM told JOIN begun ON begun.source_id IS NOT DISTINCT FROM told.source_id
         ORDER BY begin_time NULLS FIRST, told.source_id, line, is_run\
        """,
        List.of(cluster, from, to, cluster, from, to),
        this::take);
  }

  private void take(ArchiveRow row) {
    var source = row.text("source_id").orElse("");
    var input =
        inputs.computeIfAbsent(
            source, _ -> new Input(inputs.size(), row.text("file").orElse(source)));
    var place = new Place(input, row.count("line").orElse(0));
    var details = row.text("details");
    try {
      if (details.isEmpty()) {
        unreadable++;
      } else if (row.flag("is_run").orElse(false)) {
        historian.run(StoredReports.run(details.get(), place));
      } else {
        historian.notice(StoredReports.notice(details.get(), place));
      }
    } catch (IllegalArgumentException _) {
      unreadable++;
    }
  }

  /// How much of the logs was understood when they were read. A log that is read whole each time
  /// counts by the last time. Rows that do not tell all that a report said count as not understood.
  private Understanding understanding() throws SourceException {
    var row =
        archive
            .query(
                """
                SELECT sum(entries)::BIGINT AS entries, sum(entries_read)::BIGINT AS entries_read,
                       sum(unknown_lines)::BIGINT AS unknown_lines
                  FROM (SELECT * FROM coverage WHERE kind = 'log' AND cluster = ?
                        QUALIFY row_number() OVER (PARTITION BY source_id, from_offset ORDER BY time DESC) = 1)\
                """,
                List.of(cluster))
            .getFirst();
    long entries = row.count("entries").orElse(0);
    return new Understanding(
        Math.max(entries, unreadable),
        Math.max(0, row.count("entries_read").orElse(0) - unreadable),
        row.count("unknown_lines").orElse(0) + unreadable,
        List.of());
  }
}
