package org.vacuumadvisor.fleet.judged;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.fleet.archive.Cells;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.report.About;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.report.assessment.WhyNotJudged;

/// An assessment as rows of the archive.
///
/// @param time when the cluster was as they say
/// @param at when it was judged: the judgements of a cluster are told apart by it
public record FindingRows(String cluster, JudgedBy by, Instant time, Instant at) {

  /// By what a row of `servers` and the rows of `findings` that belong to it were judged.
  public enum JudgedBy {
    /// A survey.
    SURVEYED,
    /// The last days of a cluster's logs.
    LOGGED,
    /// What a cluster's logs told after its last survey.
    LOGGED_SINCE;

    /// As the archive has it.
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// The row of `servers` of a cluster that was judged by its logs.
  public List<@Nullable Object> server(Assessment assessment) {
    return new Cells(Dataset.SERVERS)
        .put("cluster", cluster)
        .put("time", time)
        .put("state", by)
        .put("reason", WhyNotJudged.of(assessment).orElse(null))
        .put("verdict", assessment.judgement().condition())
        .put("judged_at", at)
        .row();
  }

  /// The findings: those of problems, the worst first, then the others.
  public List<List<@Nullable Object>> of(Assessment assessment, FirstTold firstTold) {
    var since = firstTold.since(cluster, by, time, assessment.findings());
    var rows = new LinkedHashMap<Finding, List<@Nullable Object>>();
    for (int at = 0; at < assessment.problems().size(); at++) {
      var problem = assessment.problems().get(at);
      int number = at + 1;
      problem
          .findings()
          .forEach(finding -> {
            var cells = cells(finding, role(finding, problem), since).put("problem", number);
            if (finding.equals(problem.cause())) {
              problem.recommendations().stream().findFirst().ifPresent(each -> put(each, cells));
            }
            var _ = rows.putIfAbsent(finding, cells.row());
          });
    }
    for (var finding : assessment.findings()) {
      var _ = rows.putIfAbsent(finding, cells(finding, "finding", since).row());
    }
    return List.copyOf(rows.values());
  }

  private static String role(Finding finding, Problem problem) {
    if (finding.equals(problem.cause())) {
      return "cause";
    }
    if (problem.emergency().filter(finding::equals).isPresent()) {
      return "emergency";
    }
    return problem.alike().contains(finding) ? "alike" : "consequence";
  }

  private Cells cells(Finding finding, String role, Map<Finding, Optional<Instant>> since) {
    var about = About.of(finding.subject());
    var relation = about.relation();
    return new Cells(Dataset.FINDINGS)
        .put("cluster", cluster)
        .put("database", about.database())
        .put("schema", relation.map(RelationName::schema).orElse(null))
        .put("table_name", relation.map(RelationName::name).orElse(null))
        .put("time", time)
        .put("rule", finding.id())
        .put("severity", finding.severity())
        .put("headline", finding.headline())
        .put("role", role)
        .put("confidence", finding.confidence())
        .put("judged_by", by)
        .put("judged_at", at)
        .put("since", since.getOrDefault(finding, Optional.empty()).orElse(null));
  }

  private static void put(Recommendation answer, Cells cells) {
    cells
        .put("action", answer.title())
        .put("action_sql", answer.sql().orElse(null))
        .put("saves", saves(answer).orElse(null));
  }

  /// What a change saves, as far as it is foreseen: `most dead rows at a time in public.orders:
  /// 96,000 → 16,000`.
  static Optional<String> saves(Recommendation answer) {
    return switch (answer.expected()) {
      case Effect.Predicted(var what, var today, var low, var high, _) ->
          Optional.of(
              "%s: %s → %s".formatted(what, today, low.equals(high) ? low : low + " to " + high));
      case Effect.Simulated it ->
          Optional.of(
              "%s: %s → %s"
                  .formatted(
                      it.what(),
                      Words.of(it.today().likely(), it.unit()),
                      Words.of(it.after(), it.unit())));
      case Effect.NotPredicted _ -> Optional.empty();
    };
  }
}
