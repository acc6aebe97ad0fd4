package org.vacuumadvisor.report.assessment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;

/// What is the matter, worst first. Of many findings of one kind the first are told in full.
record FindingSection(ReportOptions options, Naming naming) {
  private record Kind(Severity severity, String id) {}

  Stream<Part> parts(List<Finding> findings) {
    var kinds =
        findings.stream()
            .collect(
                Collectors.groupingBy(
                    each -> new Kind(each.severity(), each.id()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    return Part.section("Findings", kinds.values().stream().flatMap(this::partsOfKind));
  }

  private Stream<Part> partsOfKind(List<Finding> findings) {
    var parts = new ArrayList<Part>();
    Finding before = null;
    for (var finding : findings.subList(0, Math.min(findings.size(), options.inFull()))) {
      parts.add(card(finding, before));
      before = finding;
    }
    var rest = findings.subList(parts.size(), findings.size());
    if (!rest.isEmpty()) {
      parts.add(
          Part.folded(
              "%s of the same kind (%s):"
                  .formatted(Quantities.counted(rest.size(), "more finding"), rest.getFirst().id()),
              rest.stream().map(Finding::headline).toList(),
              options.lines()));
    }
    return parts.stream();
  }

  private Part card(Finding finding, @Nullable Finding before) {
    var explanation = before == null ? "" : before.explanation();
    var surer = before == null ? null : before.surer();
    return new Part.FindingCard(
        finding.severity(),
        finding.headline(),
        "%s · confidence %s · %s"
            .formatted(
                naming.of(finding.subject()),
                finding.confidence().name().toLowerCase(Locale.ROOT),
                finding.id()),
        finding.evidence().stream()
            .map(fact -> new Part.Proof(fact.label(), fact.value(), Words.source(fact)))
            .toList(),
        Optional.of(Words.sentence(finding.explanation()))
            .filter(text -> !text.isEmpty() && !finding.explanation().equals(explanation)),
        Optional.ofNullable(finding.surer()).filter(text -> !text.equals(surer)));
  }
}
