package org.vacuumadvisor.advice.setting;

import java.time.Duration;
import java.util.stream.IntStream;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.forecast.simulator.Series;
import org.vacuumadvisor.forecast.simulator.TableTrajectory;

/// A simulated figure of one table.
public enum TableFigure {
  /// Most dead rows at a time.
  DEAD_ROWS,
  /// Most rows inserted from one vacuum to the next.
  INSERTED_ROWS,
  /// Most rows changed from one analyze to the next.
  CHANGED_ROWS,
  /// Passes over the indexes in one vacuum.
  INDEX_PASSES,
  /// The part of its vacuums that is sleep.
  ASLEEP,
  /// Seconds that it was due and no worker had come.
  WAIT,
  /// The part of its updates that go to another page for lack of room on their own.
  MOVED_UPDATES;

  private static final double MILLIS = 1e3;

  /// The first quarter of a simulation still shows what the server was like before it.
  static final int SETTLING = 4;

  /// The figure.
  ///
  /// @param table as it was simulated, with its changes
  double of(TableStart table, TableTrajectory told) {
    var figures = told.figures();
    return switch (this) {
      case DEAD_ROWS -> settled(told.peakDead());
      case INSERTED_ROWS -> table.arrivals().inserts() * seconds(figures.longestGap());
      case CHANGED_ROWS -> figures.mostChanged();
      case INDEX_PASSES -> figures.mostPasses();
      case ASLEEP ->
          figures.vacuuming().isZero()
              ? 0
              : seconds(figures.asleep()) / seconds(figures.vacuuming());
      case WAIT -> seconds(figures.longestWait());
      case MOVED_UPDATES -> table.arrivals().movedShare();
    };
  }

  /// The highest value once what was there at the start is gone.
  private static double settled(Series series) {
    return IntStream.range(series.size() / SETTLING, series.size())
        .mapToDouble(series::at)
        .max()
        .orElse(0);
  }

  private static double seconds(Duration duration) {
    return (double) duration.toMillis() / MILLIS;
  }
}
