package org.vacuumadvisor.diagnosis;

import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Source;

/// What findings on pasted figures may rest on: what was shown. A finding whose deciding figure was
/// not is dropped, and so is every other figure that nobody showed. Of a server that was read
/// itself everything was.
public final class Grounds {
  private final @Nullable Sources sources;

  private Grounds(@Nullable Sources sources) {
    this.sources = sources;
  }

  public static Grounds of(Evidence evidence) {
    return new Grounds(evidence.survey().coverage().excerpt().map(Sources::new).orElse(null));
  }

  /// The finding with what it may rest on; nothing where that is not enough.
  public Stream<Finding> keep(Finding finding) {
    var shown = sources;
    if (shown == null || isTyped(finding)) {
      return Stream.of(finding);
    }
    var deciding = deciding(finding, shown);
    if (deciding.filter(fact -> !shown.areShown(fact, finding.subject())).isPresent()) {
      return Stream.empty();
    }
    var remedies = finding.remedies().stream().filter(each -> isGrounded(each, shown)).toList();
    if (remedies.isEmpty() && !finding.remedies().isEmpty()) {
      return Stream.empty();
    }
    return Stream.of(
        new Finding(
            finding.id(),
            finding.severity(),
            finding.subject(),
            finding.headline(),
            finding.evidence().stream()
                .filter(
                    fact -> fact.provenance() != null || shown.areShown(fact, finding.subject()))
                .toList(),
            finding.explanation(),
            finding.confidence(),
            finding.surer(),
            remedies));
  }

  /// A figure whose origin is typed was asked for, and known.
  private static boolean isTyped(Finding finding) {
    return finding.evidence().stream()
        .filter(fact -> fact.provenance() == null)
        .findFirst()
        .filter(fact -> !(fact.origin() instanceof Source.Words))
        .isPresent();
  }

  /// A setting whose value nobody showed may be as it should be already.
  private static boolean isGrounded(Remedy remedy, Sources sources) {
    return !(remedy instanceof Remedy.Tune tune)
        || !isOfServer(tune)
        || sources.excerpt().settings().containsKey(tune.setting().parameter());
  }

  private static boolean isOfServer(Remedy.Tune tune) {
    return tune.subject() instanceof Subject.Cluster
        || tune.setting().storageParameter().isEmpty()
        || tune.goal() instanceof Goal.AsleepAtMost;
  }

  /// The first figure that was observed and says where.
  private static Optional<Fact> deciding(Finding finding, Sources sources) {
    return finding.evidence().stream()
        .filter(fact -> fact.provenance() == null)
        .findFirst()
        .filter(fact -> !sources.columns(fact).isEmpty());
  }
}
