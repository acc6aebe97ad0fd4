package org.vacuumadvisor.forecast.simulator;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.simulator.LimitDate.Limit;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.XidAge;

/// Notes when the age of a table first reached each limit.
final class LimitWatch {
  private final TableState table;
  private final List<Watched> limits;

  /// The lowest age that was not reached yet.
  private double next;

  /// A limit, and the second at which it was reached.
  private static final class Watched {
    final Limit limit;
    final double age;
    double reached = Double.POSITIVE_INFINITY;

    Watched(Limit limit, XidAge age) {
      this.limit = limit;
      this.age = (double) age.count();
    }

    boolean isReached() {
      return reached < Double.POSITIVE_INFINITY;
    }
  }

  LimitWatch(TableState table, Cluster cluster) {
    this.table = table;
    limits =
        Stream.of(Limit.values())
            .map(limit -> new Watched(limit, age(limit, table, cluster)))
            .toList();
    next = lowest();
  }

  private double lowest() {
    double lowest = Double.POSITIVE_INFINITY;
    for (var each : limits) {
      if (!each.isReached()) {
        lowest = Math.min(lowest, each.age);
      }
    }
    return lowest;
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
    if (age <= next) {
      return;
    }
    for (var each : limits) {
      if (age > each.age && !each.isReached()) {
        each.reached = table.frozen.secondAtAge(each.age + 1);
      }
    }
    next = lowest();
  }

  Stream<LimitDate> dates(Instant start) {
    return limits.stream()
        .filter(Watched::isReached)
        .map(each ->
            new LimitDate(table.start.name(), each.limit, TableRecord.at(start, each.reached)));
  }

  static List<LimitDate> sorted(Stream<LimitDate> dates) {
    return dates.sorted(Comparator.comparing(LimitDate::when)).toList();
  }
}
