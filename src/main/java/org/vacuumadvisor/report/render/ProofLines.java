package org.vacuumadvisor.report.render;

import java.util.List;
import org.vacuumadvisor.report.Part.Alignment;
import org.vacuumadvisor.report.Part.Proof;

/// The proof of a finding as lines: in three columns where they fit, else each source after its
/// value.
record ProofLines(List<Proof> proof, int label, int value, int source) {
  private static final int LONGEST_LABEL = 24;
  private static final int LONGEST_VALUE = 26;
  private static final int LEAST_SOURCE = 24;
  private static final int GAPS = 4;

  static ProofLines of(List<Proof> proof) {
    return new ProofLines(
        proof,
        proof.stream().mapToInt(each -> Span.plain(each.label()).width()).max().orElse(0),
        proof.stream().mapToInt(each -> Span.plain(each.value()).width()).max().orElse(0),
        proof.stream().mapToInt(each -> Span.plain(each.source()).longestWord()).max().orElse(0));
  }

  void write(Page page) {
    boolean hasColumns =
        value <= LONGEST_VALUE
            && label + value + GAPS + Math.max(source, LEAST_SOURCE) <= page.room();
    if (hasColumns) {
      page.columns(
          Page.GUTTER,
          List.of(Alignment.LEFT, Alignment.RIGHT, Alignment.LEFT),
          proof.stream()
              .map(each ->
                  List.of(
                      Span.plain(each.label()),
                      new Span(Ink.STRONG, each.value()),
                      new Span(Ink.FAINT, each.source())))
              .toList());
      return;
    }
    for (var each : proof) {
      page.term(
          Math.min(label, LONGEST_LABEL),
          Span.plain(each.label()),
          List.of(
              new Span(Ink.STRONG, each.value()),
              Span.plain(" "),
              new Span(Ink.FAINT, "(" + each.source() + ")")));
    }
  }
}
