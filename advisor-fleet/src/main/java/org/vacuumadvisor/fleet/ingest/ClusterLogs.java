package org.vacuumadvisor.fleet.ingest;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.fleet.judged.FindingRows;
import org.vacuumadvisor.fleet.judged.FirstTold;
import org.vacuumadvisor.fleet.judged.JudgedBy;
import org.vacuumadvisor.source.SourceException;

/// The logs of one cluster on their way into an archive, after other processes found their
/// messages: makes the rows, and judges the cluster by all of them.
public final class ClusterLogs {
  private final String cluster;
  private final Set<String> twins;
  private final BiConsumer<Dataset, List<? extends @Nullable Object>> rows;
  private final KnownLogs knownLogs = new KnownLogs();
  private final Map<String, Set<String>> seen = new HashMap<>();
  private final LogJudge judge = new LogJudge();

  /// @param twins those of the plan
  /// @param rows takes all rows
  public ClusterLogs(
      String cluster,
      Set<String> twins,
      BiConsumer<Dataset, List<? extends @Nullable Object>> rows) {
    this.cluster = cluster;
    this.twins = twins;
    this.rows = rows;
  }

  /// What came of a log.
  ///
  /// @param leftOut reports of which only the heading was read, as their lines are out of order
  /// @param isLeft whether something at its end is left for the next time
  /// @param problem a sentence where it was not read to its end; if nothing `counts`, not at all
  public record Taken(
      long runs,
      long notices,
      long known,
      long leftOut,
      boolean isLeft,
      Optional<String> problem,
      boolean counts) {}

  /// Makes the rows of a log.
  ///
  /// @param found what was found in all its parts, in their order
  /// @param kept keys of the rows of this log that the archive has
  public Taken take(PlannedLog log, Iterator<byte[]> found, Set<String> kept) {
    log.known().ifPresent(knownLogs::add);
    boolean hasTwin = twins.contains(log.sourceId());
    var before = seen.getOrDefault(log.sourceId(), Set.of());
    var known = before.isEmpty() ? kept : with(kept, before);
    var noted = hasTwin ? new HashSet<String>() : null;
    var window = new RowWindow(rows, known, noted);
    var parts = new HashSet<OneLog.Part>();
    try {
      var outcome =
          OneLog.of(log).read(window, knownLogs, parts::add, new JoinedReading(log, found, judge));
      window.end();
      if (noted != null) {
        seen.computeIfAbsent(log.sourceId(), _ -> new HashSet<>()).addAll(noted);
      }
      var part = parts.stream().findFirst().orElse(new OneLog.Part(0, 0, 0, 0, 0));
      return new Taken(
          part.runs(),
          part.notices(),
          part.known(),
          part.leftOut(),
          outcome == OneLog.Outcome.READ_BUT_END || outcome == OneLog.Outcome.WAITING,
          outcome.problem(log.name()),
          outcome != OneLog.Outcome.FOREIGN && outcome != OneLog.Outcome.CHANGED);
    } catch (SourceException failed) {
      return new Taken(0, 0, 0, 0, false, Optional.of(failed.explanation()), false);
    }
  }

  private static Set<String> with(Set<String> some, Set<String> others) {
    var all = new HashSet<>(some);
    all.addAll(others);
    return all;
  }

  /// Judges the cluster by all logs that were taken: its findings become rows.
  ///
  /// @return empty if the logs tell nothing that can be judged
  public Optional<Condition> judge() {
    var history = judge.history();
    if (!history.tellsOfRuns()) {
      return Optional.empty();
    }
    var assessment = Advisor.assessLogs(history);
    var now = Instant.now();
    var of = new FindingRows(cluster, JudgedBy.LOGGED, history.to().orElse(now), now);
    rows.accept(Dataset.SERVERS, of.server(assessment));
    of.of(assessment, new FirstTold()).forEach(row -> rows.accept(Dataset.FINDINGS, row));
    return Optional.of(assessment.judgement().condition());
  }
}
