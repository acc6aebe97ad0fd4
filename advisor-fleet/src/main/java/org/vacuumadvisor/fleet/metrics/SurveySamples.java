package org.vacuumadvisor.fleet.metrics;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.fleet.watch.Look;
import org.vacuumadvisor.report.About;
import org.vacuumadvisor.report.data.JsonText;

/// What a survey and its assessment give: at most some 2,000 values, however large the server is.
final class SurveySamples {
  private static final int MOST_FINDINGS = 250;
  private static final int MOST_PROBLEMS = 50;
  private static final int MOST_DATABASES = 40;

  private SurveySamples() {}

  static List<Sample> of(Look.Full look, MetricsOptions options) {
    var samples = new Samples(look.target().name());
    var assessment = look.assessment();
    var evidence = assessment.evidence();
    FindingSamples.add(assessment, MOST_FINDINGS, MOST_PROBLEMS, samples);
    LimitSamples.add(evidence, samples);
    TableSamples.DatabaseSamples.add(evidence, MOST_DATABASES, samples);
    TableSamples.add(evidence, options.topTables(), samples);
    samples.add(Metric.SURVEY_GAPS, evidence.survey().coverage().gaps().size());
    return samples.list();
  }

  /// The verdict, the findings by rule, and the problems by their causes.
  private static final class FindingSamples {
    private FindingSamples() {}

    private record Group(String database, String rule, Severity severity) {}

    /// @param findings for how many rules and databases at most
    /// @param problems how many at most
    static void add(Assessment assessment, int findings, int problems, Samples samples) {
      for (var condition : Condition.values()) {
        boolean holds = assessment.judgement().condition() == condition;
        samples.add(Metric.VERDICT, holds ? 1 : 0, JsonText.word(condition));
      }
      groups(assessment, findings, samples);
      assessment.problems().stream()
          .limit(problems)
          .forEach(problem -> {
            var where = Place.of(problem.cause().subject());
            samples.add(
                Metric.PROBLEM_FINDINGS,
                problem.findings().count(),
                where.database(),
                where.schema(),
                where.table(),
                problem.cause().id(),
                JsonText.word(problem.severity()));
          });
      samples.add(
          Metric.LEFT_OUT, Math.max(0, assessment.problems().size() - problems), "problems");
    }

    private static void groups(Assessment assessment, int most, Samples samples) {
      Map<Group, Long> groups =
          assessment.findings().stream()
              .collect(Collectors.groupingBy(FindingSamples::group, Collectors.counting()));
      var worst =
          groups.keySet().stream()
              .sorted(
                  Comparator.comparing(Group::severity)
                      .thenComparing(Group::rule)
                      .thenComparing(Group::database))
              .toList();
      var shown = worst.subList(0, Math.min(most, worst.size()));
      for (var group : shown) {
        samples.add(
            Metric.FINDINGS,
            groups.getOrDefault(group, 0L),
            group.database(),
            group.rule(),
            JsonText.word(group.severity()));
      }
      long left =
          worst.stream().skip(shown.size()).mapToLong(each -> groups.getOrDefault(each, 0L)).sum();
      samples.add(Metric.LEFT_OUT, left, "findings");
    }

    private static Group group(Finding finding) {
      return new Group(Place.of(finding.subject()).database(), finding.id(), finding.severity());
    }

    /// Where something is; empty words where it is about more.
    private record Place(String database, String schema, String table) {
      static Place of(Subject subject) {
        var about = About.of(subject);
        return about
            .relation()
            .map(table -> new Place(table.database(), table.schema(), table.name()))
            .orElseGet(() -> new Place(Objects.requireNonNullElse(about.database(), ""), "", ""));
      }
    }
  }
}
