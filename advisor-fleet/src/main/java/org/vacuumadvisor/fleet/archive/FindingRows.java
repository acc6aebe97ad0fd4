package org.vacuumadvisor.fleet.archive;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.comparison.About;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.report.data.JsonText;

/// The findings of an assessment as rows of the archive.
public final class FindingRows {
  private FindingRows() {}

  /// The findings, in the order of the assessment.
  ///
  /// @param time when the cluster was as they say
  public static List<List<@Nullable Object>> of(
      String cluster, Instant time, Assessment assessment) {
    var rows = new ArrayList<List<@Nullable Object>>();
    var told = new HashMap<Finding, String>();
    var problems = new HashMap<Finding, Integer>();
    var answers = new HashMap<Finding, Recommendation>();
    for (int at = 0; at < assessment.problems().size(); at++) {
      var problem = assessment.problems().get(at);
      int number = at + 1;
      problem
          .findings()
          .forEach(finding -> {
            var _ = told.putIfAbsent(finding, role(finding, problem));
            var _ = problems.putIfAbsent(finding, number);
          });
      problem.recommendations().stream()
          .findFirst()
          .ifPresent(first -> answers.putIfAbsent(problem.cause(), first));
    }
    for (var finding : assessment.findings()) {
      rows.add(
          row(
              cluster,
              time,
              finding,
              problems.get(finding),
              told.getOrDefault(finding, "finding"),
              answers.get(finding)));
    }
    return rows;
  }

  private static String role(Finding finding, Problem problem) {
    return finding.equals(problem.cause())
        ? "cause"
        : problem.alike().contains(finding) ? "alike" : "consequence";
  }

  private static List<@Nullable Object> row(
      String cluster,
      Instant time,
      Finding finding,
      @Nullable Integer problem,
      String role,
      @Nullable Recommendation answer) {
    var about = About.of(finding.subject());
    var relation = about.relation();
    return Arrays.asList(
        cluster,
        about.database(),
        relation.map(RelationName::schema).orElse(null),
        relation.map(RelationName::name).orElse(null),
        time,
        finding.id(),
        JsonText.word(finding.severity()),
        finding.headline(),
        problem,
        role,
        JsonText.word(finding.confidence()),
        answer == null ? null : answer.title(),
        answer == null ? null : answer.sql().orElse(null));
  }
}
