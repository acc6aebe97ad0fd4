package org.vacuumadvisor.diagnosis;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.Reach;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.workload.Confidence;

/// One rule's word on one thing, with its proof.
///
/// @param id stable, in kebab-case
/// @param headline one line, whole and readable alone
/// @param evidence the figures that prove it, the deciding one first
/// @param explanation what it means and why it matters, a few sentences
/// @param surer what would make it surer; null where nothing would
/// @param remedies what would help, best first; what becomes of them is for `advice` to decide
public record Finding(
    String id,
    Severity severity,
    Subject subject,
    String headline,
    List<Fact> evidence,
    String explanation,
    Confidence confidence,
    @Nullable String surer,
    List<Remedy> remedies)
    implements Verdict {
  /// The id of what asks for figures and asserts nothing.
  public static final String NEED_MORE_DATA = "need-more-data";

  /// The id of what says that nothing is wrong.
  public static final String HEALTHY = "healthy";

  public Finding {
    evidence = List.copyOf(evidence);
    remedies = List.copyOf(remedies);
  }

  public Optional<Relation> table() {
    return subject.onTable();
  }

  /// Who blocks cleanup, as it says.
  public Stream<HorizonHolder> holders() {
    return remedies.stream()
        .flatMap(each ->
            each instanceof Remedy.OfHorizon release ? release.holder().stream() : Stream.empty());
  }

  /// Whether it is about rows of the system catalogs alone, which a logical slot keeps.
  public boolean isOfCatalogsOnly() {
    return holders().anyMatch(each -> each.reach() instanceof Reach.Catalogs);
  }

  /// Whether it asserts nothing, but asks.
  public boolean isQuestion() {
    return id.equals(NEED_MORE_DATA);
  }

  /// Whether it says that nothing is wrong with what was asked about.
  public boolean isAllClear() {
    return id.equals(HEALTHY);
  }

  /// This and another about the same thing as one: the words are those of the graver one, else of
  /// this; the evidence is that of both, limits last.
  public Finding and(Finding other) {
    boolean isFirst = severity.compareTo(other.severity) <= 0;
    var leading = isFirst ? this : other;
    var second = isFirst ? other : this;
    var facts = Stream.concat(leading.evidence.stream(), second.evidence.stream()).distinct();
    return leading.with(
        leading.severity,
        facts.sorted(Comparator.comparing((Fact each) -> each.provenance() != null)).toList(),
        confidence.compareTo(other.confidence) <= 0 ? confidence : other.confidence,
        Stream.concat(leading.remedies.stream(), second.remedies.stream()).distinct().toList());
  }

  /// The same words with other proof.
  public Finding with(Severity weight, List<Fact> facts, Confidence sureness, List<Remedy> others) {
    return new Finding(id, weight, subject, headline, facts, explanation, sureness, surer, others);
  }

  /// A finding to be written.
  public static FindingBuilder of(String id, Severity severity, Subject subject, String headline) {
    return new FindingBuilder(id, severity, subject).headline(headline);
  }
}
