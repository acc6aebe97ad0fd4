package org.vacuumadvisor.forecast;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.postgres.RelationSize;

/// The replay that others do: whenever a counter has passed its threshold there is a vacuum, which
/// takes no time and needs no worker.
final class Naive {
  private static final int MOST_VACUUMS = 1_000_000;

  private Naive() {}

  static List<Instant> vacuums(Cluster cluster, TableStart table, Duration length) {
    var thresholds =
        table
            .options(cluster.release(), cluster.settings())
            .trigger()
            .at(RelationSize.ofRows(table.heap().known().reltuples()));
    var arrivals = table.arrivals();
    double died = arrivals.lastingDead() + arrivals.hotUpdates();
    var found = new ArrayList<Instant>();
    double dead = table.counters().dead();
    double inserted = table.counters().inserted();
    double second = 0;
    while (found.size() < MOST_VACUUMS) {
      double wait =
          Math.min(
              after((double) thresholds.vacuum() - dead, died),
              after((double) thresholds.insert() - inserted, arrivals.inserts()));
      second += wait;
      if (second >= (double) length.toMillis() / 1e3) {
        break;
      }
      found.add(cluster.start().plusMillis(Math.round(second * 1e3)));
      dead = 0;
      inserted = 0;
    }
    return found;
  }

  private static double after(double missing, double rate) {
    return rate > 0 ? Math.max(1, missing) / rate : Double.POSITIVE_INFINITY;
  }
}
