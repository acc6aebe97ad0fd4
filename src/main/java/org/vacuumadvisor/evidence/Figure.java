package org.vacuumadvisor.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Missing;
import org.vacuumadvisor.model.Reading.Why;

/// What a rule asks of a table, and the ways in which it may be known, the most trusted first.
///
/// @param <T> what it is given in
public final class Figure<T> {
  private final String label;
  private final Question settledBy;
  private final List<Function<TableEvidence, Reading<T>>> ways;

  private Figure(String label, Question settledBy, List<Function<TableEvidence, Reading<T>>> ways) {
    this.label = label;
    this.settledBy = settledBy;
    this.ways = List.copyOf(ways);
  }

  /// A figure that nothing tells yet.
  ///
  /// @param label what people call it: `dead rows`
  /// @param settledBy what would show it
  public static <T> Figure<T> of(String label, Question settledBy) {
    return new Figure<>(label, settledBy, List.of());
  }

  /// A figure that PostgreSQL shows as it is.
  public static <T> Figure<T> of(Key<T> key) {
    return Figure.<T>of(key.label(), Question.showing(key)).or(key);
  }

  /// The same figure; where it is not known so far, the key tells it.
  public Figure<T> or(Key<T> key) {
    return or(table -> table.relation().get(key));
  }

  /// The same figure; where it is not known so far, it is derived.
  public Figure<T> or(Function<TableEvidence, Reading<T>> derivation) {
    var more = new ArrayList<>(ways);
    more.add(derivation);
    return new Figure<>(label, settledBy, more);
  }

  public String label() {
    return label;
  }

  public Question settledBy() {
    return settledBy;
  }

  /// By the first way that tells it. If none does: why the most trusted one does not.
  public Reading<T> of(TableEvidence table) {
    Reading<T> first = Reading.missing(Why.NOT_COLLECTED);
    boolean isFirst = true;
    for (var way : ways) {
      var reading = way.apply(table);
      if (!(reading instanceof Missing)) {
        return reading;
      }
      if (isFirst) {
        first = reading;
        isFirst = false;
      }
    }
    return first;
  }

  @Override
  public String toString() {
    return label;
  }
}
