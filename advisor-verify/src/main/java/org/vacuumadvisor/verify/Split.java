package org.vacuumadvisor.verify;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.history.Run;

/// What was seen of a server before and after a moment.
///
/// @param looks the oldest first; those until the moment are before, those from it on after
/// @param runs vacuums that logs tell of
record Split(List<Look> looks, List<Run> runs, Instant moment) {
  /// A fifth of the time after hides no effect that is worth having.
  private static final int SOON = 5;

  List<Look> before() {
    return looks.stream().filter(each -> !each.at().isAfter(moment)).toList();
  }

  List<Look> after() {
    return looks.stream().filter(each -> !each.at().isBefore(moment)).toList();
  }

  /// What figures of the time after are taken from: where nobody looked right when the change was
  /// made, from the look before it on, if that was soon before.
  List<Look> since() {
    var after = after();
    var before = before();
    if (after.isEmpty() || before.isEmpty() || after.getFirst().equals(before.getLast())) {
      return after;
    }
    var missed = Duration.between(before.getLast().at(), moment);
    return missed.multipliedBy(SOON).compareTo(Duration.between(moment, looks.getLast().at())) <= 0
        ? Stream.concat(Stream.of(before.getLast()), after.stream()).toList()
        : after;
  }

  /// For how many days the change was looked at.
  double daysAfter() {
    return Math.max(1, (double) Duration.between(moment, looks.getLast().at()).toSeconds())
        / (double) Duration.ofDays(1).toSeconds();
  }

  /// Tables without these, those that most rows end in first.
  Stream<TableId> busiest(Set<RelationKey> without) {
    var first = looks.getFirst();
    return looks
        .getLast()
        .busiest()
        .map(Look.Table::id)
        .filter(each -> !without.contains(each.key()) && first.table(each.key()).isPresent());
  }
}
