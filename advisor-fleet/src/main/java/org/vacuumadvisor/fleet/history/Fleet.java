package org.vacuumadvisor.fleet.ranking;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.history.AgePast;
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
    Map<String, AgePast> ages =
        AgePast.of(archive, new Question(at, back, Optional.empty(), Optional.empty())).stream()
            .collect(Collectors.toMap(AgePast::cluster, each -> each));
    var kept = kept(archive, at, verdicts);
    var ranked =
        verdicts.stream()
            .map(each ->
                new RankedCluster(
                    each,
                    Optional.ofNullable(ages.get(each.cluster())),
                    Optional.ofNullable(kept.get(each.cluster()))
                        .map(OptionalDouble::of)
                        .orElse(OptionalDouble.empty())))
            .sorted(RankedCluster.URGENCY)
            .toList();
    return new Fleet(at, back, ranked, SharedProblem.of(ranked), archive.damaged());
  }

  /// The dead-row-hours of the last day, where a holder is told of some cluster. Those that were
  /// kept while watch saw nobody end by nothing that is told here.
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
            .filter(each -> each.holder().isPresent() || !each.wasWatched())
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
    return ClusterVerdict.together(
            clusters.stream().map(RankedCluster::verdict).toList(), damaged.isEmpty())
        .orElse(Condition.NOTHING_TO_JUDGE);
  }

  /// Whether nobody knows how some cluster is now.
  public boolean hasUnseen() {
    return clusters.stream().anyMatch(each -> each.verdict().isUnseen());
  }
}
