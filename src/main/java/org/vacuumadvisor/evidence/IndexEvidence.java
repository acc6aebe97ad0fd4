package org.vacuumadvisor.evidence;

import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Source;

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

  /// A figure of the index without which the rule cannot tell.
  public <T> T need(Key<T> key) {
    return known(ask(key));
  }

  /// A figure of the index with the line it stands in, if somebody pasted it. It is not recorded.
  public <T> Reading<T> get(Key<T> key) {
    return index.get(key) instanceof Reading.Known<T>(T value, _)
        ? Reading.of(value, source(key))
        : index.get(key);
  }

  /// A pasted figure of an index is kept with those of its table, under the name of the index.
  private Source source(Key<?> key) {
    return all()
        .survey()
        .coverage()
        .excerpt()
        .<Source>flatMap(excerpt ->
            excerpt
                .figure(table, index.name() + "/" + key.pasted())
                .map(figure -> new Source.At(excerpt.where(figure.line()), key)))
        .orElse(key);
  }

  public Relation table() {
    return table;
  }

  public Index index() {
    return index;
  }
}
