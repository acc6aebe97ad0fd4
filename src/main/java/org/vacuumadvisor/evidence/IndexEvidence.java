package org.vacuumadvisor.evidence;

import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;

/// What is known of one index, for one rule.
public final class IndexEvidence extends SubjectEvidence {
  private final Relation table;
  private final Index index;

  IndexEvidence(Evidence evidence, Relation table, Index index) {
    super(evidence);
    this.table = table;
    this.index = index;
  }

  /// A figure of the index, or why it is not known.
  public <T> Reading<T> ask(Key<T> key) {
    return ask(key.label(), Question.INDEXES, get(key));
  }

  /// A figure of the index with the line it stands in, if somebody pasted it: then it is kept with
  /// those of its table, under the name of the index. It is not recorded.
  public <T> Reading<T> get(Key<T> key) {
    return index.get(key) instanceof Reading.Known<T>(T value, _)
        ? Reading.of(value, source(key, table, index.name() + "/" + key.pasted()))
        : index.get(key);
  }

  public Relation table() {
    return table;
  }

  public Index index() {
    return index;
  }
}
