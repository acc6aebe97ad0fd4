package org.vacuumadvisor.fleet.judged;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.fleet.archive.Question;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.model.history.Place;
import org.vacuumadvisor.model.history.Understanding;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Resource;

/// The histories of clusters as their logs in the archive tell them: the same that reading these
/// logs again gives.
final class LoggedHistory {
  private static final int RUNS_KEPT = 100;

  private final Historian historian = new Historian(RUNS_KEPT);
  private final Map<String, Input> inputs = new HashMap<>();
  private long unreadable;

  private LoggedHistory() {}

  /// Takes what the logs of a cluster tell.
  interface Taker {
    void take(String cluster, History history) throws SourceException;
  }

  /// What the logs of clusters tell, one cluster after the other: there may be more than memory
  /// holds.
  ///
  /// @param clusters which time counts of each; what has no time is taken in
  /// @param taker told of each cluster once, also where its logs tell of nothing
  static void each(Archive archive, Map<String, Archive.Span> clusters, Taker taker)
      throws SourceException {
    if (clusters.isEmpty()) {
      return;
    }
    var understood = understood(archive);
    var left = new TreeSet<>(clusters.keySet());
    var open = new ArrayDeque<Map.Entry<String, LoggedHistory>>(1);
    archive.each(
        rowsOf(clusters),
        List.of(),
        row -> {
          var cluster = row.text("cluster").orElseThrow();
          // Rows come cluster by cluster.
          if (left.remove(cluster)) {
            close(open.poll(), understood, taker);
            open.add(Map.entry(cluster, new LoggedHistory()));
          }
          open.element().getValue().take(row);
        });
    close(open.poll(), understood, taker);
    for (var cluster : left) {
      close(Map.entry(cluster, new LoggedHistory()), understood, taker);
    }
  }

  private static void close(
      Map.@Nullable Entry<String, LoggedHistory> open,
      Map<String, Understanding> understood,
      Taker taker)
      throws SourceException {
    if (open != null) {
      taker.take(open.getKey(), open.getValue().covering(understood.get(open.getKey())));
    }
  }

  /// Logs one after the other, the one that begins first first, each from its first line on.
  private static String rowsOf(Map<String, Archive.Span> clusters) {
    return Resource.text(LoggedHistory.class, "logged.sql")
        .formatted(
            clusters.entrySet().stream()
                .map(each ->
                    "(%s, %s, %s)"
                        .formatted(
                            Question.literal(each.getKey()),
                            Question.literal(each.getValue().from()),
                            Question.literal(each.getValue().to())))
                .collect(Collectors.joining(", ")));
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
