package org.vacuumadvisor.diagnosis.rule;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Situation;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Relation;

/// The dead rows within a horizon holder's reach, as far as the counters show them. Rows that died
/// before the holder came are among them, so the sums are upper bounds.
///
/// @param dead `n_dead_tup` of all relations in reach
/// @param pastThreshold relations with more dead rows than autovacuum tolerates, most dead first
/// @param inVain those of them that were vacuumed while the holder was there: proof that vacuum
///   could not remove what it found
record HeldRows(long dead, List<Relation> pastThreshold, List<Relation> inVain) {

  /// @param since when the holder came, if that is known
  static HeldRows of(HorizonHolder holder, Optional<Instant> since, Situation situation) {
    var reached =
        situation.survey().relations().stream()
            .filter(each -> holder.reach().covers(each))
            .filter(each -> deadRows(each) > 0)
            .toList();
    var past =
        reached.stream()
            .filter(situation::isPastVacuumThreshold)
            .sorted(Comparator.comparingLong(HeldRows::deadRows).reversed())
            .toList();
    var inVain = past.stream().filter(each -> wasInVain(each, since, situation)).toList();
    return new HeldRows(reached.stream().mapToLong(HeldRows::deadRows).sum(), past, inVain);
  }

  static long deadRows(Relation relation) {
    return relation.population().map(rows -> rows.dead()).or(0L);
  }

  /// Whether so many rows are dead that a table may have been overtaken by its threshold in
  /// passing: twice the threshold is our margin.
  boolean isFarPast(Situation situation) {
    return pastThreshold.stream()
        .anyMatch(each -> deadRows(each) > 2.0 * situation.thresholds(each).vacuum());
  }

  private static boolean wasInVain(
      Relation relation, Optional<Instant> since, Situation situation) {
    var vacuumed = relation.maintenance().vacuumedLast();
    if (since.isEmpty() || vacuumed.isEmpty()) {
      return LeftBehind.by(relation, situation).isPresent();
    }
    return vacuumed.get().isAfter(since.get());
  }
}
