package org.vacuumadvisor.gui.past;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.Question;
import org.vacuumadvisor.fleet.history.ArchivedClusters;
import org.vacuumadvisor.fleet.history.ArchivedServer;
import org.vacuumadvisor.fleet.history.ArchivedSurveys;
import org.vacuumadvisor.fleet.history.HistoryReport;
import org.vacuumadvisor.gui.past.Archives.ArchivePast;
import org.vacuumadvisor.gui.work.Judged;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.source.SourceException;

/// Reads an archive. DuckDB is loaded when this is used first, never by the window alone.
final class ArchiveReader {
  /// As far back as `advise --archive` goes.
  static final Duration BACK = Duration.ofDays(28);

  private ArchiveReader() {}

  /// A table's past.
  ///
  /// @param kept who kept its dead rows, and its latest runs
  record OfTable(List<ArchivedServer.TableMoment> moments, List<Part> kept) {}

  /// What it tells of a server.
  ///
  /// @param named the cluster that somebody chose
  /// @param server what the window calls the server
  static ArchivePast of(Path folder, Survey now, Optional<String> named, String server)
      throws SourceException {
    try (var archive = open(folder, now)) {
      var clusters = ArchivedClusters.surveyed(archive);
      var cluster = ArchivedClusters.choose(clusters, named, server);
      if (cluster.isEmpty()) {
        return new ArchivePast.Failed(
            folder,
            clusters.isEmpty()
                ? "This archive has no survey of the last 28 days."
                : "Which of the servers in this archive is it?",
            clusters);
      }
      var past = new ArchivedServer(archive, cluster.get(), now, BACK);
      try {
        past.check(now);
      } catch (SourceException other) {
        return new ArchivePast.Failed(folder, other.explanation(), clusters);
      }
      return new ArchivePast.Known(
          folder,
          cluster.get(),
          clusters,
          past.moments(),
          past.growth(),
          HistoryReport.kept(archive, question(now, cluster.get(), Optional.empty())));
    }
  }

  /// What it tells of a table of the server.
  static OfTable of(Path folder, Survey now, String cluster, RelationName table)
      throws SourceException {
    try (var archive = open(folder, now)) {
      return new OfTable(
          new ArchivedServer(archive, cluster, now, BACK).moments(table),
          HistoryReport.kept(
              archive, question(now, cluster, Optional.of(table.schema() + "." + table.name()))));
    }
  }

  /// The server as it was surveyed first in an hour, judged by what it did since the hour before.
  ///
  /// @param now what does not change is of it
  static Assessment asOf(Path folder, Survey now, String cluster, Instant then)
      throws SourceException {
    var until = now.takenAt(then.truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS));
    try (var archive = open(folder, until)) {
      var hour = Duration.ofHours(1);
      var seen = ArchivedSurveys.before(archive, cluster, until, hour.multipliedBy(26), hour);
      if (seen.isEmpty()) {
        throw new SourceException(
            "The archive has no survey of the day before %s.".formatted(Words.moment(then)));
      }
      return Judged.since(seen.reversed().stream().skip(1).findFirst(), seen.getLast());
    }
  }

  private static Archive open(Path folder, Survey now) throws SourceException {
    return Archive.open(
        folder,
        new Archive.Span(now.takenAt().minus(BACK).minus(Duration.ofDays(2)), now.takenAt()));
  }

  private static Question question(Survey now, String cluster, Optional<String> table) {
    return new Question(now.takenAt(), BACK, Optional.of(cluster), table);
  }
}
