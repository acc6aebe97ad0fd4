package org.vacuumadvisor.diagnosis;

import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.IndexEvidence;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.Relation;

/// A rule that judges one index at a time, as a [TableRule] does one table.
public abstract class IndexRule implements Rule {

  /// The indexes it may concern, by what they are, not by their figures.
  protected abstract boolean concerns(Relation table, Index index);

  /// A finding, or [#clear].
  protected abstract Verdict examine(IndexEvidence index);

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    return evidence
        .tables()
        .flatMap(table ->
            evidence
                .indexes(table)
                .filter(each -> concerns(table, each))
                .map(each -> judged(evidence.about(table, each))));
  }

  private Verdict judged(IndexEvidence index) {
    return index
        .judge(() -> examine(index))
        .orElseGet(() ->
            Verdict.cannotTell(new Subject.OfIndex(index.table(), index.index()), index.inquiry()));
  }

  /// It is not so.
  protected static Verdict clear(IndexEvidence index) {
    return Verdict.clear(new Subject.OfIndex(index.table(), index.index()), index.inquiry());
  }
}
