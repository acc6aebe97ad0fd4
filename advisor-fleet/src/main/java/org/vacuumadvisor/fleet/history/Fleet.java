package org.vacuumadvisor.fleet.history;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.Question;
import org.vacuumadvisor.fleet.judged.ClusterVerdict;
import org.vacuumadvisor.fleet.judged.Verdicts;
import org.vacuumadvisor.fleet.judged.Verdicts.Freshness;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Quantities;

/// The clusters of an archive as of a moment.
///
/// @param clusters the most urgent first
/// @param damaged a sentence for each file of the archive that could not be used
public record Fleet(Question question, List<RankedCluster> clusters, List<String> damaged) {
  private static final Duration DAY = Duration.ofDays(1);

  private static final List<Condition> WORST_FIRST =
      List.of(
          Condition.ACT_NOW,
          Condition.NEEDS_ATTENTION,
          Condition.NOTHING_TO_JUDGE,
          Condition.NOTHING_WRONG_SHOWN,
          Condition.HEALTHY);

  public Fleet {
    clusters = List.copyOf(clusters);
    damaged = List.copyOf(damaged);
  }

  /// Reads and ranks them.
  ///
  /// @throws SourceException if the archive cannot be read, or has nothing of that time
  public static Fleet of(Archive archive, Question question, Freshness fresh)
      throws SourceException {
    var verdicts = Verdicts.of(archive, question, fresh);
    if (verdicts.isEmpty()) {
      throw nothing(archive, question);
    }
    var ages =
        AgePast.of(archive, question).stream()
            .collect(Collectors.toMap(AgePast::cluster, Function.identity()));
    var kept = kept(archive, question, verdicts);
    return new Fleet(
        question,
        verdicts.stream()
            .map(each ->
                new RankedCluster(
                    each,
                    Optional.ofNullable(ages.get(each.cluster())),
                    kept.containsKey(each.cluster())
                        ? OptionalDouble.of(kept.get(each.cluster()))
                        : OptionalDouble.empty()))
            .sorted(RankedCluster.URGENCY)
            .toList(),
        archive.damaged());
  }

  /// That there is nothing of what was asked for.
  static SourceException nothing(Archive archive, Question question) throws SourceException {
    var time =
        "the %s before %s"
            .formatted(Quantities.duration(question.back()), Words.moment(question.at()));
    if (question.cluster().isEmpty() && question.table().isEmpty()) {
      return archive.nothing(
          "The archive holds nothing of %s: no survey and no log.".formatted(time));
    }
    var clusters =
        archive
            .query(
                "SELECT string_agg(cluster, ', ' ORDER BY cluster) AS names FROM (SELECT cluster"
                    + " FROM runs UNION SELECT cluster FROM servers ORDER BY 1 LIMIT 20)",
                List.of())
            .getFirst();
    return archive.nothing(
        "The archive has nothing of %s%s in %s. Clusters in it: %s."
            .formatted(
                question.table().map("table "::concat).orElse("cluster"),
                question.cluster().map(" "::concat).orElse(""),
                time,
                clusters.text("names").orElse("none")));
  }

  /// The dead-row-hours of the last day, where a holder is told of some cluster. Those that were
  /// kept while watch saw nobody end by nothing that is told here.
  private static Map<String, Double> kept(
      Archive archive, Question question, List<ClusterVerdict> verdicts) throws SourceException {
    boolean isAnyHeld =
        verdicts.stream().flatMap(each -> each.problems().stream()).anyMatch(RankedCluster::isHeld);
    var day = new Question(question.at(), DAY, question.cluster(), Optional.empty());
    return isAnyHeld
        ? Ledger.of(archive, day).entries().stream()
            .filter(each -> each.holder().isPresent() || !each.wasWatched())
            .collect(
                Collectors.groupingBy(
                    Ledger.Entry::cluster, Collectors.summingDouble(Ledger.Entry::deadRowHours)))
        : Map.of();
  }

  /// The problems that they have, the worst first.
  List<SharedProblem> problems() {
    return SharedProblem.of(clusters);
  }

  /// How old they were, by what is left until writes stop.
  List<AgePast> ages() {
    return clusters.stream().flatMap(each -> each.age().stream()).sorted(AgePast.ORDER).toList();
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
    return clusters.stream()
        .map(each -> each.verdict().condition())
        .map(each ->
            each == Condition.HEALTHY && !damaged.isEmpty() ? Condition.NOTHING_WRONG_SHOWN : each)
        .min(Comparator.comparingInt(WORST_FIRST::indexOf))
        .orElse(Condition.NOTHING_TO_JUDGE);
  }

  /// Whether nobody knows how some cluster is now.
  public boolean hasUnseen() {
    return clusters.stream().anyMatch(each -> each.verdict().isUnseen());
  }
}
