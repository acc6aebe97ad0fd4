package org.vacuumadvisor.forecast.cluster;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.model.history.WeekProfile;
import org.vacuumadvisor.model.history.WeekTally;

/// The rows written between surveys. Of tables whose counters fell in between, or were not known,
/// nothing counts.
public final class WrittenRows {
  private WrittenRows() {}

  /// Those of each table alone; of those that nobody wrote to nothing.
  ///
  /// @param surveys the oldest first
  public static Map<RelationKey, WeekProfile> ofTables(List<Survey> surveys) {
    var byKey = surveys.stream().map(Survey::byKey).toList();
    var found = new HashMap<RelationKey, WeekProfile>();
    for (var table : surveys.getLast().relations()) {
      var profile = of(table.key(), surveys, byKey);
      if (profile.amount() > 0) {
        found.put(table.key(), profile);
      }
    }
    return found;
  }

  private static WeekProfile of(
      RelationKey key, List<Survey> surveys, List<Map<RelationKey, Relation>> byKey) {
    var tally = new WeekTally();
    for (int number = 1; number < surveys.size(); number++) {
      var then = byKey.get(number - 1).get(key);
      var now = byKey.get(number).get(key);
      if (then != null && now != null) {
        var from = surveys.get(number - 1).takenAt();
        var to = surveys.get(number).takenAt();
        written(then, now).ifPresent(rows -> tally.add(from, to, rows));
      }
    }
    return tally.profile();
  }

  /// Those of all tables between two surveys.
  static double between(Survey older, Survey newer) {
    var before = older.byKey();
    double rows = 0;
    for (var table : newer.relations()) {
      var then = before.get(table.key());
      if (then != null) {
        rows += written(then, table).orElse(0.0);
      }
    }
    return rows;
  }

  private static Optional<Double> written(Relation then, Relation now) {
    return then.get(TableKeys.N_TUP_INS).isKnown() && !now.activity().fellBelow(then.activity())
        ? Optional.of((double) now.activity().since(then.activity()).written())
        : Optional.empty();
  }
}
