package org.vacuumadvisor.diagnosis;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Source;

/// Findings whose proof says in which line of a paste each figure stands.
public final class Cited {
  private static final int LINES_NAMED = 3;

  private final Excerpt excerpt;
  private final Sources sources;

  public Cited(Excerpt excerpt) {
    this.excerpt = excerpt;
    this.sources = new Sources(excerpt);
  }

  public List<Finding> all(List<Finding> findings) {
    return findings.stream().map(this::cited).toList();
  }

  private Finding cited(Finding finding) {
    return new Finding(
        finding.id(),
        finding.severity(),
        finding.subject(),
        finding.headline(),
        finding.evidence().stream().map(each -> cited(each, finding.subject())).toList(),
        finding.explanation(),
        finding.confidence(),
        finding.surer(),
        finding.remedies());
  }

  private Fact cited(Fact fact, Subject subject) {
    if (fact.origin() instanceof Source.At) {
      return fact;
    }
    var lines = new TreeSet<Integer>();
    for (var column : sources.columns(fact)) {
      lines.addAll(sources.lines(column, fact, subject));
    }
    return lines.isEmpty() ? fact : fact.from(new Source.At(named(lines), fact.origin()));
  }

  private String named(SortedSet<Integer> lines) {
    var some = lines.stream().limit(LINES_NAMED).map(excerpt::where);
    return some.collect(Collectors.joining(", ")) + (lines.size() > LINES_NAMED ? ", …" : "");
  }
}
