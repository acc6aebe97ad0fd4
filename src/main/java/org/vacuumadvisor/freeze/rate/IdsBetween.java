package org.vacuumadvisor.freeze.rate;

import java.time.Duration;
import java.util.List;
import org.vacuumadvisor.forecast.rhythm.Rhythm;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.history.WeekTally;
import org.vacuumadvisor.unit.Quantities;

/// The transaction IDs given out between surveys, hour by hour.
final class IdsBetween {
  private IdsBetween() {}

  /// @param surveys of one server, the oldest first
  static Rhythm rhythm(List<Survey> surveys) {
    var tally = new WeekTally();
    for (int number = 1; number < surveys.size(); number++) {
      var older = surveys.get(number - 1);
      var newer = surveys.get(number);
      var from = older.server().nextXid().known();
      var to = newer.server().nextXid().known();
      if (from.isPresent() && to.isPresent()) {
        tally.add(older.takenAt(), newer.takenAt(), (double) (to.get() - from.get()));
      }
    }
    return Rhythm.of(
        tally.profile(),
        Duration.between(surveys.getFirst().takenAt(), surveys.getLast().takenAt()),
        "the transaction IDs used between %s"
            .formatted(Quantities.counted(surveys.size(), "survey")));
  }
}
