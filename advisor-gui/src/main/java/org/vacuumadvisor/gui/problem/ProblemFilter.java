package org.vacuumadvisor.gui.problem;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.report.About;

/// Which problems somebody wants to see.
///
/// @param severities those that are shown
/// @param words part of a table's name, of a headline, or of the kind of a finding; empty for all
public record ProblemFilter(Set<Severity> severities, String words) {
  public ProblemFilter {
    severities = Set.copyOf(severities);
    words = words.strip().toLowerCase(Locale.ROOT);
  }

  /// Nothing is left out.
  public static ProblemFilter everything() {
    return new ProblemFilter(EnumSet.allOf(Severity.class), "");
  }

  /// What is left of these. Of one that is alike in many tables only those that match stay, with
  /// their recommendations.
  public List<Problem> of(List<Problem> problems) {
    return problems.stream()
        .filter(each -> severities.contains(each.severity()))
        .flatMap(each -> matching(each).stream())
        .toList();
  }

  /// Findings that are part of no problem.
  public List<Finding> ofNotes(List<Finding> findings) {
    return severities.contains(Severity.INFO)
        ? findings.stream().filter(this::matches).toList()
        : List.of();
  }

  private Optional<Problem> matching(Problem problem) {
    if (words.isEmpty()) {
      return Optional.of(problem);
    }
    var findings = problem.findings().filter(this::matches).toList();
    Predicate<String> isAbout =
        subject -> findings.stream().anyMatch(each -> table(each).anyMatch(subject::equals));
    var recommendations =
        problem.recommendations().stream()
            .filter(each -> {
              var table = About.of(each.appliesTo()).relation();
              return table.isEmpty() || isAbout.test(table.get().sql());
            })
            .toList();
    return problem.within(findings, recommendations);
  }

  private boolean matches(Finding finding) {
    return words.isEmpty()
        || Stream.concat(table(finding), Stream.of(finding.headline(), finding.id()))
            .anyMatch(text -> text.toLowerCase(Locale.ROOT).contains(words));
  }

  private static Stream<String> table(Finding finding) {
    return About.of(finding.subject()).relation().stream().map(each -> each.sql());
  }
}
