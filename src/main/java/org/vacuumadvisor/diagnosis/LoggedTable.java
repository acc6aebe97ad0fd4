package org.vacuumadvisor.diagnosis;

import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.TableHistory;

/// A table that logs tell of, and what they tell.
///
/// @param relation as surveyed, or else with what the logs alone know of it
public record LoggedTable(TableHistory history, Relation relation, Evidence evidence) {
  public static Stream<LoggedTable> all(Evidence evidence) {
    return evidence.histories().map(each -> of(each, evidence));
  }

  public static LoggedTable of(TableHistory history, Evidence evidence) {
    return new LoggedTable(history, evidence.relation(history), evidence);
  }

  /// What people call it, within a sentence.
  public String name() {
    return Names.of(relation, evidence);
  }

  /// Whether a statement about it can be written.
  public boolean isNamed() {
    return Names.isKnown(relation, evidence);
  }

  public Subject subject() {
    return new Subject.OfRelation(relation);
  }

  /// Whether a vacuum of it ended after the last of these notices, as the logs tell or the
  /// counters: not every run is logged.
  public boolean wasVacuumedSince(Occurrences told) {
    return history.wasVacuumedSince(told)
        || Moments.of(told.last())
            .flatMap(notice -> relation.vacuumedLast().filter(notice::isBefore))
            .isPresent();
  }

  /// Its last vacuum that came to its end.
  public Optional<Run> latest() {
    return history.milestones().latest();
  }
}
