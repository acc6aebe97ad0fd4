package org.vacuumadvisor.forecast.cluster;

import java.util.List;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.model.history.WeekProfile;
import org.vacuumadvisor.model.history.WeekTally;

/// The rows written between surveys. Of tables whose counters fell in between, or were not known,
/// nothing counts.
final class WrittenRows {
  private WrittenRows() {}

  /// @param surveys the oldest first
  static WeekProfile between(List<Survey> surveys) {
    var tally = new WeekTally();
    for (int number = 1; number < surveys.size(); number++) {
      var older = surveys.get(number - 1);
      var newer = surveys.get(number);
      tally.add(older.takenAt(), newer.takenAt(), rows(older, newer));
    }
    return tally.profile();
  }

  private static double rows(Survey older, Survey newer) {
    var before = older.byKey();
    double rows = 0;
    for (var table : newer.relations()) {
      var then = before.get(table.key());
      if (then != null
          && then.get(TableKeys.N_TUP_INS).known().isPresent()
          && !table.activity().fellBelow(then.activity())) {
        rows += (double) table.activity().since(then.activity()).written();
      }
    }
    return rows;
  }
}
