package org.vacuumadvisor.workload;

import java.time.Duration;
import java.util.OptionalDouble;
import org.vacuumadvisor.model.Activity;

/// What the counters of one table tell about a period.
sealed interface Observation {

  /// They tell this.
  ///
  /// @param observed how long the counters have run at least
  /// @param live rows alive, the mean of begin and end where both are known
  /// @param vanished rows that came and are neither there nor deleted: removed by TRUNCATE, or
  ///   rolled back
  /// @param standing inserted rows that are still there and may have come by one load: none where
  ///   the counters began when the table was in use, or where it is known to have grown in steps
  record Counted(
      Activity activity,
      Period period,
      Duration observed,
      OptionalDouble live,
      long vanished,
      long standing)
      implements Observation {}

  /// They tell nothing.
  ///
  /// @param why a short phrase: "its counters were reset in the window"
  record Unusable(String why) implements Observation {}
}
