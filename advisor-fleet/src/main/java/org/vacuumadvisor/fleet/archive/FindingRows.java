package org.vacuumadvisor.fleet.archive;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.Relation;

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
    var relation =
        switch (finding.subject()) {
          case Subject.OfRelation(Relation of) -> of;
          case Subject.OfIndex(Relation of, _) -> of;
          case Subject.Cluster _, Subject.OfDatabase _ -> null;
        };
    var database =
        finding.subject() instanceof Subject.OfDatabase(String name)
            ? name
            : relation == null ? null : relation.name().database();
    return Arrays.asList(
        cluster,
        database,
        relation == null ? null : relation.name().schema(),
        relation == null ? null : relation.name().name(),
        time,
        finding.id(),
        word(finding.severity()),
        finding.headline(),
        problem,
        role,
        word(finding.confidence()),
        answer == null ? null : answer.title(),
        answer == null ? null : answer.sql().orElse(null));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
