package org.vacuumadvisor.forecast.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.forecast.cluster.Slowdown.Stretch;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.Survey;

/// Tells from a series of surveys of which tables the clients slow down.
final class Slowdowns {
  private Slowdowns() {}

  /// @param surveys the oldest first
  static Map<RelationKey, Slowdown> of(List<Survey> surveys) {
    var stretches = new HashMap<RelationKey, List<Stretch>>();
    for (int number = 1; number < surveys.size(); number++) {
      var then = surveys.get(number - 1);
      var now = surveys.get(number);
      var apart = Duration.between(then.takenAt(), now.takenAt());
      if (apart.isPositive() && apart.compareTo(Stretch.LONGEST) <= 0) {
        var before = then.byKey();
        for (var table : now.relations()) {
          Optional.ofNullable(before.get(table.key()))
              .flatMap(each -> stretch(each, table, apart))
              .ifPresent(
                  each -> stretches.computeIfAbsent(table.key(), _ -> new ArrayList<>()).add(each));
        }
      }
    }
    if (stretches.isEmpty()) {
      return Map.of();
    }
    var first = surveys.getFirst().byKey();
    var found = new HashMap<RelationKey, Slowdown>();
    for (var table : surveys.getLast().relations()) {
      var then = first.get(table.key());
      if (then != null && stretches.containsKey(table.key())) {
        long vacuums = table.maintenance().allVacuums() - then.maintenance().allVacuums();
        Slowdown.of(Slowdown.Line.through(stretches.get(table.key()), vacuums))
            .ifPresent(each -> found.put(table.key(), each));
      }
    }
    return found;
  }

  private static Optional<Stretch> stretch(Relation then, Relation now, Duration apart) {
    if (now.activity().fellBelow(then.activity())
        || then.maintenance().allVacuums() != now.maintenance().allVacuums()) {
      return Optional.empty();
    }
    long written = now.activity().since(then.activity()).written();
    return written < Stretch.FEWEST_ROWS
        ? Optional.empty()
        : then.population()
            .known()
            .flatMap(before ->
                now.population()
                    .known()
                    .map(after ->
                        new Stretch(
                            (double) apart.toMillis() / 1e3,
                            (double) written,
                            (double) (before.dead() + after.dead()) / 2)));
  }
}
