package org.vacuumadvisor.fleet.judged;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.Archive.Span;
import org.vacuumadvisor.fleet.archive.ArchiveWriter;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.fleet.judged.FindingRows.JudgedBy;
import org.vacuumadvisor.source.SourceException;

/// Judges clusters by the logs that were just read, once for all who ask later.
public final class LogJudgements {
  /// So much of a cluster's logs counts, up to its last entry.
  private static final Duration BACK = Duration.ofDays(7);

  private final ArchiveWriter rows;
  private final Instant now;
  private final FirstTold firstTold = new FirstTold();

  private LogJudgements(ArchiveWriter rows, Instant now) {
    this.rows = rows;
    this.now = now;
  }

  /// Judges them.
  ///
  /// @param folder an archive in which their logs count
  /// @param clusters those of which something was read
  /// @param rows takes the judgements
  public static void add(Path folder, Collection<String> clusters, ArchiveWriter rows, Instant now)
      throws SourceException {
    var ends = clusters.isEmpty() ? Map.<String, Instant>of() : ends(folder, clusters);
    if (ends.isEmpty()) {
      return;
    }
    var first = Collections.min(ends.values()).minus(BACK);
    var datasets =
        EnumSet.of(
            Dataset.RUNS, Dataset.NOTICES, Dataset.COVERAGE, Dataset.SERVERS, Dataset.FINDINGS);
    try (var archive =
        Archive.open(folder, new Span(first, Collections.max(ends.values())), datasets)) {
      new LogJudgements(rows, now).add(archive, ends);
    }
  }

  private static Map<String, Instant> ends(Path folder, Collection<String> clusters)
      throws SourceException {
    var ends = new HashMap<String, Instant>();
    try (var archive = Archive.open(folder, Span.ALL, EnumSet.of(Dataset.COVERAGE))) {
      for (var row :
          archive.query(
              """
              SELECT cluster, max(last_time) AS last_time FROM coverage
               WHERE last_time IS NOT NULL GROUP BY cluster\
              """,
              List.of())) {
        ends.put(row.text("cluster").orElse(""), row.time("last_time").orElseThrow());
      }
    }
    ends.keySet().retainAll(clusters);
    return ends;
  }

  private void add(Archive archive, Map<String, Instant> ends) throws SourceException {
    firstTold.read(archive);
    var week = new HashMap<String, Span>();
    ends.forEach((cluster, end) -> week.put(cluster, new Span(end.minus(BACK), end)));
    judge(archive, JudgedBy.LOGGED, week);
    var since = new HashMap<String, Span>();
    for (var row :
        archive.query(
            """
            SELECT cluster, max(time) AS surveyed_at FROM servers
             WHERE state = 'surveyed' GROUP BY cluster\
            """,
            List.of())) {
      var cluster = row.text("cluster").orElse("");
      var end = ends.get(cluster);
      var surveyed = row.time("surveyed_at").orElseThrow();
      if (end != null && end.isAfter(surveyed)) {
        since.put(cluster, new Span(surveyed, end));
      }
    }
    judge(archive, JudgedBy.LOGGED_SINCE, since);
  }

  private void judge(Archive archive, JudgedBy by, Map<String, Span> clusters)
      throws SourceException {
    LoggedHistory.each(
        archive,
        clusters,
        (cluster, history) -> {
          var end = Objects.requireNonNull(clusters.get(cluster)).to();
          var of = new FindingRows(cluster, by, end, now);
          var assessment = Advisor.assessLogs(history);
          rows.add(Dataset.SERVERS, of.server(assessment));
          for (var row : of.of(assessment, firstTold)) {
            rows.add(Dataset.FINDINGS, row);
          }
        });
  }
}
