package org.vacuumadvisor.forecast;

import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.HeapDoubt;
import org.vacuumadvisor.forecast.simulator.Trajectory;

/// What becomes of a server, with the doubt there is about its load and its speed.
///
/// It is simulated five times: as is likely, and with more and less load on a faster and a slower
/// machine. Each of the two is moved so far that both together make one case in ten.
///
/// @param corners with more load on a slower machine, more on a faster, less on a slower, less on a
///   faster
public record Forecast(Trajectory likely, List<Trajectory> corners) {
  /// Two independent doubts, each moved 0.9 standard deviations, are 1.28 away together: a tenth.
  private static final double EACH = 0.906 / 1.2816;

  public Forecast {
    corners = List.copyOf(corners);
  }

  /// The forecast of a cluster.
  ///
  /// @throws IllegalArgumentException see [Simulation#run]
  public static Forecast of(Cluster cluster, Duration length) {
    return of(cluster, length, Simulation.SPANS);
  }

  /// The same with series of so many spans.
  public static Forecast of(Cluster cluster, Duration length, int spans) {
    var all =
        Stream.of(
                cluster,
                moved(cluster, 1, 1),
                moved(cluster, 1, -1),
                moved(cluster, -1, 1),
                moved(cluster, -1, -1))
            .parallel()
            .map(each -> Simulation.run(each, length, spans))
            .toList();
    return new Forecast(all.getFirst(), all.subList(1, all.size()));
  }

  /// A figure of it.
  public Band band(ToDoubleFunction<Trajectory> figure) {
    double middle = figure.applyAsDouble(likely);
    double[] all =
        DoubleStream.concat(DoubleStream.of(middle), corners.stream().mapToDouble(figure))
            .sorted()
            .toArray();
    return new Band(all[0], middle, all[all.length - 1]);
  }

  private static Cluster moved(Cluster cluster, double load, double slowness) {
    double slower = Math.pow(cluster.machine().doubt(), EACH * slowness);
    double doubt =
        cluster.tables().stream().mapToDouble(each -> each.knowledge().doubt()).min().orElse(1);
    return cluster
        .with(cluster.machine().slower(slower, cluster.machine().doubt()))
        .with(cluster.consumption().times(Math.pow(doubt, EACH * load)))
        .withTables(
            cluster.tables().stream()
                .map(each ->
                    each.with(
                            each.arrivals().times(Math.pow(each.knowledge().doubt(), EACH * load)))
                        .with(each.heap().with(load > 0 ? HeapDoubt.MOST : HeapDoubt.LEAST)))
                .toList());
  }
}
