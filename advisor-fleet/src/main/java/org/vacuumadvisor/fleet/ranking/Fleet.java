package org.vacuumadvisor.fleet.ranking;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.fleet.history.Ledger;
import org.vacuumadvisor.fleet.history.Question;
import org.vacuumadvisor.fleet.judged.ClusterVerdict;
import org.vacuumadvisor.fleet.judged.Freshness;
import org.vacuumadvisor.fleet.judged.Verdicts;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Quantities;

/// The clusters of an archive as of a moment.
///
/// @param back what is older does not count
/// @param clusters the most urgent first
/// @param problems those that they have, the worst first
/// @param damaged a sentence for each file of the archive that could not be used
public record Fleet(
    Instant at,
    Duration back,
    List<RankedCluster> clusters,
    List<SharedProblem> problems,
    List<String> damaged) {
  private static final Duration DAY = Duration.ofDays(1);

  public Fleet {
    clusters = List.copyOf(clusters);
    problems = List.copyOf(problems);
    damaged = List.copyOf(damaged);
  }

  /// Reads and ranks them.
  ///
  /// @throws SourceException if the archive cannot be read, or has nothing of that time
  public static Fleet of(Archive archive, Instant at, Duration back, Freshness fresh)
      throws SourceException {
    var verdicts = Verdicts.of(archive, at.minus(back), at, Optional.empty(), fresh);
    if (verdicts.isEmpty()) {
      throw archive.nothing(
          "The archive holds nothing of the %s before %s: no survey and no log."
              .formatted(Quantities.duration(back), Words.moment(at)));
    }
    var paces = paces(archive, at, back);
    var kept = kept(archive, at, verdicts);
    var ranked =
        verdicts.stream()
            .map(each -> {
              var pace = Optional.ofNullable(paces.get(each.cluster()));
              return new RankedCluster(
                  each,
                  pace.map(row -> row.count("ids_left")).orElse(OptionalLong.empty()),
                  pace.map(row -> row.real("per_day")).orElse(OptionalDouble.empty()),
                  Optional.ofNullable(kept.get(each.cluster()))
                      .map(OptionalDouble::of)
                      .orElse(OptionalDouble.empty()));
            })
            .sorted(RankedCluster.URGENCY)
            .toList();
    return new Fleet(at, back, ranked, SharedProblem.of(ranked), archive.damaged());
  }

  private static Map<String, ArchiveRow> paces(Archive archive, Instant at, Duration back)
      throws SourceException {
    var paces = new HashMap<String, ArchiveRow>();
    for (var row :
        archive.query(
            """
            SELECT cluster, arg_max(ids_left, time) AS ids_left,
                   CASE WHEN max(seconds) - min(seconds) >= 60
                        THEN (max(next_xid) - min(next_xid)) * 86400.0 / (max(seconds) - min(seconds)) END AS per_day
              FROM (SELECT cluster, time, stop_age - xid_age AS ids_left, next_xid, epoch(time) AS seconds
                      FROM servers WHERE database IS NULL AND xid_age IS NOT NULL
                    UNION ALL
                    SELECT cluster, time, transactions_left, NULL, NULL FROM notices
                     WHERE transactions_left IS NOT NULL)
             WHERE time > ? AND time <= ? GROUP BY cluster\
            """,
            Arrays.asList(at.minus(back), at))) {
      paces.put(row.text("cluster").orElse(""), row);
    }
    return paces;
  }

  /// The dead-row-hours of the last day, where a holder is told of some cluster.
  private static Map<String, Double> kept(
      Archive archive, Instant at, List<ClusterVerdict> verdicts) throws SourceException {
    boolean isAnyHeld =
        verdicts.stream()
            .flatMap(each -> each.problems().stream())
            .anyMatch(each -> each.rule().startsWith("xmin-held") || each.because().isPresent());
    return isAnyHeld
        ? Ledger.of(archive, new Question(at, DAY, Optional.empty(), Optional.empty()))
            .entries()
            .stream()
            .collect(
                Collectors.groupingBy(
                    Ledger.Entry::cluster, Collectors.summingDouble(Ledger.Entry::deadRowHours)))
        : Map.of();
  }

  /// The severity of the worst finding of all clusters; empty if there is none.
  public Optional<Severity> worst() {
    return clusters.stream()
        .flatMap(each -> each.verdict().worst().stream())
        .min(Severity::compareTo);
  }

  /// The verdict on all of them: healthy only if each was seen and is, and nothing of the archive
  /// is damaged.
  public Condition condition() {
    if (clusters.stream().anyMatch(each -> is(each, Condition.ACT_NOW))) {
      return Condition.ACT_NOW;
    }
    if (clusters.stream().anyMatch(each -> is(each, Condition.NEEDS_ATTENTION))) {
      return Condition.NEEDS_ATTENTION;
    }
    return damaged.isEmpty() && clusters.stream().allMatch(each -> is(each, Condition.HEALTHY))
        ? Condition.HEALTHY
        : clusters.stream().anyMatch(each -> is(each, Condition.NOTHING_TO_JUDGE))
            ? Condition.NOTHING_TO_JUDGE
            : Condition.NOTHING_WRONG_SHOWN;
  }

  /// Whether nobody knows how some cluster is now.
  public boolean hasUnseen() {
    return clusters.stream().anyMatch(each -> each.verdict().isUnseen());
  }

  private static boolean is(RankedCluster cluster, Condition condition) {
    return cluster.verdict().condition() == condition;
  }
}
