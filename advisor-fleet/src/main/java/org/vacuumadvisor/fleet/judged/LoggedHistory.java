package org.vacuumadvisor.fleet.judged;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.model.history.Place;
import org.vacuumadvisor.model.history.Understanding;
import org.vacuumadvisor.source.SourceException;

/// The histories of clusters as their logs in the archive tell them: the same that reading these
/// logs again gives.
final class LoggedHistory {
  private static final int RUNS_KEPT = 100;

  private final Historian historian = new Historian(RUNS_KEPT);
  private final Map<String, Input> inputs = new HashMap<>();
  private long unreadable;

  private LoggedHistory() {}

  /// What the logs of clusters tell, one cluster after the other: there may be more than memory
  /// holds.
  ///
  /// @param clusters which time counts of each; what has no time is taken in
  /// @param taker told of each cluster once, also where its logs tell of nothing
  static void each(
      Archive archive, Map<String, Archive.Span> clusters, BiConsumer<String, History> taker)
      throws SourceException {
    if (clusters.isEmpty()) {
      return;
    }
    var understood = understood(archive);
    var left = new TreeSet<>(clusters.keySet());
    var open = new HashMap<String, LoggedHistory>();
    Consumer<String> close =
        cluster -> {
          left.remove(cluster);
          var history = Objects.requireNonNullElseGet(open.remove(cluster), LoggedHistory::new);
          taker.accept(cluster, history.covering(understood.get(cluster)));
        };
    archive.each(
        rowsOf(clusters.size()),
        parameters(clusters),
        row -> {
          var cluster = row.text("cluster").orElseThrow();
          // Rows come cluster by cluster.
          List.copyOf(open.keySet()).stream().filter(each -> !each.equals(cluster)).forEach(close);
          open.computeIfAbsent(cluster, _ -> new LoggedHistory()).take(row);
        });
    List.copyOf(left).forEach(close);
  }

  /// Logs one after the other, the one that begins first first, each from its first line on.
  private static String rowsOf(int clusters) {
    return """
    WITH wanted(wanted_cluster, first, last) AS (VALUES %s),
    told AS (
      SELECT true AS is_run, r.* FROM wanted JOIN runs r
          ON cluster = wanted_cluster AND (time IS NULL OR time > first AND time <= last)
      UNION ALL BY NAME
      SELECT false AS is_run, cluster, time, source_id, file, line, details FROM wanted JOIN notices
          ON cluster = wanted_cluster AND (time IS NULL OR time > first AND time <= last)),
    begun AS (SELECT cluster, source_id, min(time) AS begin_time FROM told GROUP BY ALL)
    SELECT told.* FROM told JOIN begun
        ON begun.cluster = told.cluster AND begun.source_id IS NOT DISTINCT FROM told.source_id
     ORDER BY told.cluster, begin_time NULLS FIRST, told.source_id, line, is_run\
    """
        .formatted(
            String.join(
                ", ", Collections.nCopies(clusters, "(?, ?::TIMESTAMPTZ, ?::TIMESTAMPTZ)")));
  }

  private static List<Object> parameters(Map<String, Archive.Span> clusters) {
    return clusters.entrySet().stream()
        .<Object>flatMap(
            each -> Stream.of(each.getKey(), each.getValue().from(), each.getValue().to()))
        .toList();
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
        historian.run(StoredReports.run(details.get(), place, row));
      } else {
        historian.notice(StoredReports.notice(details.get(), place));
      }
    } catch (IllegalArgumentException _) {
      unreadable++;
    }
  }

  /// Rows that do not tell all that a report said count as not understood.
  private History covering(@Nullable Understanding understood) {
    var logs = understood == null ? Understanding.NONE : understood;
    return historian
        .history()
        .covering(
            new Understanding(
                Math.max(logs.entries(), unreadable),
                Math.max(0, logs.read() - unreadable),
                logs.unknownLines() + unreadable,
                List.of(),
                List.of()));
  }

  /// How much of the logs of each cluster was understood when they were read. A log that is read
  /// whole each time counts by the last time.
  private static Map<String, Understanding> understood(Archive archive) throws SourceException {
    var understood = new HashMap<String, Understanding>();
    for (var row :
        archive.query(
            """
            SELECT cluster, sum(entries)::BIGINT AS entries, sum(entries_read)::BIGINT AS entries_read,
                   sum(unknown_lines)::BIGINT AS unknown_lines
              FROM (SELECT * FROM coverage WHERE kind = 'log'
                    QUALIFY row_number() OVER (PARTITION BY cluster, source_id, from_offset ORDER BY time DESC) = 1)
             GROUP BY cluster\
            """,
            List.of())) {
      understood.put(
          row.text("cluster").orElse(""),
          new Understanding(
              row.count("entries").orElse(0),
              row.count("entries_read").orElse(0),
              row.count("unknown_lines").orElse(0),
              List.of(),
              List.of()));
    }
    return understood;
  }
}
