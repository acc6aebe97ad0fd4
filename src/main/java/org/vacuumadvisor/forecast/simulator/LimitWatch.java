package org.vacuumadvisor.forecast.simulator;

import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.simulator.LimitDate.Limit;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.XidAge;

/// Notes when the age of a table first reached each limit.
final class LimitWatch {
  private final TableState table;

  /// The ages that were not reached yet.
  private final Map<Limit, Double> ages = new EnumMap<>(Limit.class);

  /// The seconds at which others were.
  private final Map<Limit, Double> reached = new EnumMap<>(Limit.class);

  private double lowest;

  LimitWatch(TableState table, Cluster cluster) {
    this.table = table;
    for (var limit : Limit.values()) {
      ages.put(limit, (double) age(limit, table, cluster).count());
    }
    lowest = lowest();
  }

  private double lowest() {
    return ages.values().stream().mapToDouble(each -> each).min().orElse(Double.POSITIVE_INFINITY);
  }

  private static XidAge age(Limit limit, TableState table, Cluster cluster) {
    return switch (limit) {
      case FORCED -> table.trigger().freezeMaxAge();
      case WARNING -> Wraparound.TRANSACTIONS.warningAge(cluster.release());
      case FAILSAFE -> cluster.settings().failsafeAge().orElse(XidAge.INFINITE);
      case STOP -> Wraparound.TRANSACTIONS.stopAge(cluster.release());
    };
  }

  /// The table's age has grown until then; nothing has been frozen since the last time.
  void see(double second) {
    double age = (double) table.frozen.xidAge(second).count();
    if (age > lowest) {
      ages.forEach((limit, at) -> {
        if (age > at) {
          reached.put(limit, table.frozen.secondAtAge(at + 1));
        }
      });
      ages.keySet().removeAll(reached.keySet());
      lowest = lowest();
    }
  }

  Stream<LimitDate> dates(Instant start) {
    return reached.entrySet().stream()
        .map(each ->
            new LimitDate(
                table.start.name(), each.getKey(), TableRecord.at(start, each.getValue())));
  }

  static List<LimitDate> sorted(Stream<LimitDate> dates) {
    return dates.sorted(Comparator.comparing(LimitDate::when)).toList();
  }
}
