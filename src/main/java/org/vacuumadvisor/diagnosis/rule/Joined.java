package org.vacuumadvisor.diagnosis.rule;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.HorizonHolder;

/// Findings of one id about one thing made one: counters prove it, and logs prove it as well.
final class Joined {
  /// Two who hold the horizon are two findings, even in one database.
  private record About(String id, Subject subject, List<HorizonHolder> holders) {
    static About of(Finding finding) {
      return new About(
          finding.id(),
          finding.subject(),
          finding.remedies().stream()
              .flatMap(each ->
                  each instanceof Remedy.OfHorizon release
                      ? release.holder().stream()
                      : Stream.empty())
              .toList());
    }
  }

  private Joined() {}

  /// The words are those of the graver one, else of the first; the evidence is that of both, bars
  /// last.
  static List<Finding> of(List<Finding> findings) {
    Map<About, Finding> joined = new LinkedHashMap<>();
    for (var each : findings) {
      var _ = joined.merge(About.of(each), each, Joined::one);
    }
    return List.copyOf(joined.values());
  }

  private static Finding one(Finding first, Finding other) {
    boolean isFirst = first.severity().compareTo(other.severity()) <= 0;
    var leading = isFirst ? first : other;
    var second = isFirst ? other : first;
    return new Finding(
        leading.id(),
        leading.severity(),
        leading.subject(),
        leading.headline(),
        evidence(leading, second),
        leading.explanation(),
        first.confidence().compareTo(other.confidence()) <= 0
            ? first.confidence()
            : other.confidence(),
        leading.surer(),
        Stream.concat(leading.remedies().stream(), second.remedies().stream()).distinct().toList());
  }

  private static List<Fact> evidence(Finding leading, Finding second) {
    var all = Stream.concat(leading.evidence().stream(), second.evidence().stream()).toList();
    return Stream.concat(
            all.stream().filter(fact -> fact.provenance() == null),
            all.stream().filter(fact -> fact.provenance() != null))
        .distinct()
        .toList();
  }
}
