package org.vacuumadvisor.tuning;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.forecast.Cluster;
import org.vacuumadvisor.forecast.Series;
import org.vacuumadvisor.forecast.TableTrajectory;
import org.vacuumadvisor.forecast.Trajectory;
import org.vacuumadvisor.model.RelationKey;

/// A bound that a simulated figure should keep to.
///
/// @param table whose figure it is; null for one of the whole server
/// @param limit the most that is good
/// @param because whose word the limit is
public record Guard(Kind kind, @Nullable RelationKey table, double limit, String because) {
  private static final double MILLIS = 1e3;

  /// The first quarter of a simulation still shows what the server was like before it.
  private static final int SETTLING = 4;

  private static final double SECONDS_A_DAY = Duration.ofDays(1).toSeconds();

  /// What is bounded.
  public enum Kind {
    /// Most dead rows at a time.
    DEAD_ROWS,
    /// Most rows inserted from one vacuum to the next.
    INSERTED_ROWS,
    /// Passes over the indexes in one vacuum.
    INDEX_PASSES,
    /// The part of a table's vacuums that is sleep.
    ASLEEP,
    /// Seconds that a table was due and no worker had come.
    WAIT,
    /// The part of all workers' time that is work.
    BUSY_WORKERS,
    /// Bytes that vacuums change in a second, on average.
    CHANGED_BYTES
  }

  public static Guard of(Kind kind, RelationKey table, double limit, String because) {
    return new Guard(kind, table, limit, because);
  }

  public static Guard ofServer(Kind kind, double limit, String because) {
    return new Guard(kind, null, limit, because);
  }

  /// The figure in a simulation.
  ///
  /// @param cluster as it was simulated, with its changes
  public double value(Cluster cluster, Trajectory trajectory) {
    return switch (kind) {
      case DEAD_ROWS, INSERTED_ROWS, INDEX_PASSES, ASLEEP, WAIT -> {
        var told = table == null ? null : trajectory.table(table).orElse(null);
        yield told == null ? 0 : value(told, cluster);
      }
      case BUSY_WORKERS -> trajectory.figures().busy().fraction();
      case CHANGED_BYTES -> trajectory.figures().dirtiedBytesADay() / SECONDS_A_DAY;
    };
  }

  private double value(TableTrajectory told, Cluster cluster) {
    var figures = told.figures();
    return switch (kind) {
      case DEAD_ROWS -> settled(told.peakDead());
      case INSERTED_ROWS -> inserts(cluster).orElse(0) * seconds(figures.longestGap());
      case INDEX_PASSES -> figures.mostPasses();
      case ASLEEP ->
          figures.vacuuming().isZero()
              ? 0
              : seconds(figures.asleep()) / seconds(figures.vacuuming());
      case WAIT -> seconds(figures.longestWait());
      case BUSY_WORKERS, CHANGED_BYTES -> 0;
    };
  }

  /// The highest value once what was there at the start is gone.
  private static double settled(Series series) {
    return IntStream.range(series.size() / SETTLING, series.size())
        .mapToDouble(series::at)
        .max()
        .orElse(0);
  }

  /// How far beyond the limit a value is, in natural logarithms: twice the limit is 0.69.
  public double excess(double value) {
    return value > limit ? Math.log(value / Math.max(limit, Double.MIN_NORMAL)) : 0;
  }

  private OptionalDouble inserts(Cluster cluster) {
    return table == null
        ? OptionalDouble.empty()
        : cluster.table(table).stream().mapToDouble(each -> each.arrivals().inserts()).findFirst();
  }

  private static double seconds(Duration duration) {
    return (double) duration.toMillis() / MILLIS;
  }
}
