package org.vacuumadvisor.diagnosis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.model.history.Run;

/// Figures that prove something, in the order in which they are told, while a rule writes them.
///
/// @param <W> what goes on being written
public abstract sealed class FactWriter<W> permits FindingBuilder, Facts {
  private final List<Fact> facts = new ArrayList<>();

  abstract W self();

  /// What was written so far; a figure without a word says nothing.
  public List<Fact> list() {
    return facts.stream().filter(each -> !each.value().isEmpty()).toList();
  }

  public W fact(Fact fact) {
    facts.add(fact);
    return self();
  }

  public W facts(Collection<Fact> some) {
    facts.addAll(some);
    return self();
  }

  public W facts(Stream<Fact> some) {
    return facts(some.toList());
  }

  public W facts(Facts some) {
    return facts(some.list());
  }

  /// A figure that was observed, and in words where.
  public W observed(String label, Object figure, String source) {
    return fact(Fact.observed(label, figure, source));
  }

  /// A figure that was observed.
  public W observed(String label, Object figure, Source origin) {
    return fact(Fact.observed(label, figure, origin));
  }

  /// A figure of a column of a view.
  public W observed(String label, Object figure, String view, String column) {
    return fact(Fact.observed(label, figure, view, column));
  }

  /// A figure that was read; `not known` where it was not.
  public W observed(String label, Reading<?> figure) {
    return fact(Fact.observed(label, figure));
  }

  /// The same; nothing where it is not known.
  public W shown(String label, Reading<?> figure) {
    return figure.isKnown() ? observed(label, figure) : self();
  }

  /// A figure of a column of a view; nothing where it is not known.
  public W shown(String label, Reading<?> figure, String view, String column) {
    return figure.isKnown()
        ? fact(Fact.observed(label, figure, new Source.Shown(view, column)))
        : self();
  }

  /// Those of these figures of a table that are known.
  public W shown(TableEvidence table, List<? extends Key<?>> keys) {
    for (var key : keys) {
      if (table.relation().get(key).isKnown()) {
        observed(key.label(), table.ask(key));
      }
    }
    return self();
  }

  /// A figure of a run that logs tell of; nothing where the run does not say it.
  public W told(Run run, String label, @Nullable Object figure) {
    return figure == null ? self() : fact(LogFacts.by(run, label, figure));
  }

  /// A figure of a message; nothing where the message does not say it.
  public W told(Notice notice, String label, @Nullable Object figure) {
    return figure == null ? self() : fact(LogFacts.by(notice, label, figure));
  }

  /// How often it was told.
  public W told(Occurrences told, String label) {
    return fact(LogFacts.times(told, label));
  }

  /// A limit that a figure was held against, of PostgreSQL's own.
  public W engine(String label, Object limit, String ground) {
    return fact(Fact.engine(label, limit, ground));
  }

  /// A limit of common practice.
  public W convention(String label, Object limit, String ground) {
    return fact(Fact.convention(label, limit, ground));
  }

  /// A limit of our own.
  public W chosen(String label, Object limit, String ground) {
    return fact(Fact.chosen(label, limit, ground));
  }
}
