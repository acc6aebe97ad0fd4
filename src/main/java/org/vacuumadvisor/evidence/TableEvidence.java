package org.vacuumadvisor.evidence;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.workload.Workload;

/// What is known of one table, for one rule: each figure that the rule asks for is recorded.
public final class TableEvidence {
  private final Evidence evidence;
  private final Relation relation;
  private final Inquiry inquiry = new Inquiry();

  TableEvidence(Evidence evidence, Relation relation) {
    this.evidence = evidence;
    this.relation = relation;
  }

  /// A figure, or why it is not known.
  public <T> Reading<T> ask(Figure<T> figure) {
    return inquiry.note(figure.label(), figure.settledBy(), cited(figure.of(this)));
  }

  public <T> Reading<T> ask(Key<T> key) {
    return inquiry.note(key.label(), Question.showing(key), cited(relation.get(key)));
  }

  /// Something that is no figure of a table, such as a setting, to be recorded like one.
  public <T> Reading<T> ask(String label, Question settledBy, Reading<T> reading) {
    return inquiry.note(label, settledBy, reading);
  }

  /// A figure without which the rule cannot tell: if it is not known, the rule ends here.
  public <T> T need(Figure<T> figure) {
    return known(ask(figure));
  }

  public <T> T need(Key<T> key) {
    return known(ask(key));
  }

  public <T> T need(String label, Question settledBy, Reading<T> reading) {
    return known(ask(label, settledBy, reading));
  }

  private static <T> T known(Reading<T> reading) {
    return switch (reading) {
      case Reading.Known<T>(T value, _) -> value;
      case Reading.Missing<T> _ -> throw new Unknown();
    };
  }

  /// Whether it is so; if that is unknown, the rule ends here.
  public boolean decide(Truth truth) {
    return switch (truth) {
      case YES -> true;
      case NO -> false;
      case UNKNOWN -> throw new Unknown();
    };
  }

  /// What a rule says; empty if it ended because a figure is not known.
  public <V> Optional<V> judge(Supplier<V> rule) {
    try {
      return Optional.of(rule.get());
    } catch (Unknown _) {
      return Optional.empty();
    }
  }

  /// The reading with the line it stands in, if somebody pasted it.
  private <T> Reading<T> cited(Reading<T> reading) {
    return reading instanceof Reading.Known<T>(T value, Key<?> key)
        ? Reading.of(value, source(key))
        : reading;
  }

  /// Where a figure was read.
  private Source source(Key<?> key) {
    return evidence
        .survey()
        .coverage()
        .excerpt()
        .<Source>flatMap(excerpt ->
            excerpt
                .figure(relation, key.pasted())
                .map(figure -> new Source.At(excerpt.where(figure.line()), key)))
        .orElse(key);
  }

  public Relation relation() {
    return relation;
  }

  /// What logs tell of it.
  public Optional<TableHistory> history() {
    return evidence.history(relation);
  }

  /// What applications do to it.
  public Workload workload() {
    return evidence.workload(relation);
  }

  /// The same table in the earlier survey.
  public Optional<Relation> before() {
    return evidence.before(relation);
  }

  /// The time between the two surveys.
  public Optional<Duration> window() {
    return evidence.window();
  }

  /// When the figures were true.
  public Instant takenAt() {
    return evidence.survey().takenAt();
  }

  /// Everything that is known of the server.
  public Evidence all() {
    return evidence;
  }

  /// What was asked for so far.
  public Inquiry inquiry() {
    return inquiry;
  }
}
