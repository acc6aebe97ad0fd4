package org.vacuumadvisor.evidence;

import java.time.Duration;
import java.util.Optional;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.workload.Workload;

/// What is known of one table, for one rule: each figure that the rule asks for is recorded.
public final class TableEvidence extends SubjectEvidence {
  private final Relation relation;

  TableEvidence(Evidence evidence, Relation relation) {
    super(evidence);
    this.relation = relation;
  }

  /// A figure, or why it is not known.
  public <T> Reading<T> ask(Figure<T> figure) {
    var reading = figure.of(this);
    boolean isContradicted =
        reading instanceof Reading.Missing<T>(Reading.Why why) && why == Reading.Why.CONTRADICTED;
    return ask(
        figure.label(),
        isContradicted ? Question.exactSpace(relation.name()) : figure.settledBy(),
        cited(reading));
  }

  public <T> Reading<T> ask(Key<T> key) {
    return ask(key.label(), Question.showing(key), cited(relation.get(key)));
  }

  /// A figure without which the rule cannot tell: if it is not known, the rule ends here.
  public <T> T need(Figure<T> figure) {
    return known(ask(figure));
  }

  public <T> T need(Key<T> key) {
    return known(ask(key));
  }

  /// The reading with the line it stands in, if somebody pasted it.
  private <T> Reading<T> cited(Reading<T> reading) {
    return all().isPieced() && reading instanceof Reading.Known<T>(T value, Key<?> key)
        ? Reading.of(value, source(key, relation, key.pasted()))
        : reading;
  }

  public Relation relation() {
    return relation;
  }

  /// What logs tell of it.
  public Optional<TableHistory> history() {
    return all().history(relation);
  }

  /// What applications do to it.
  public Workload workload() {
    return all().workload(relation);
  }

  /// The same table in the earlier survey.
  public Optional<Relation> before() {
    return all().before(relation);
  }

  /// The time between the two surveys.
  public Optional<Duration> window() {
    return all().window();
  }
}
