package org.vacuumadvisor.forecast.simulator;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Scores;
import org.vacuumadvisor.postgres.Scores.FailsafeAges;
import org.vacuumadvisor.postgres.Scores.Weights;

/// The order in which a worker takes tables: that of `pg_class` up to 18, from 19 the highest score
/// first (`TableToProcessComparator()`).
final class Urgency {
  private final Cluster cluster;
  private final boolean scores;

  Urgency(Cluster cluster) {
    this.cluster = cluster;
    scores = Feature.SCORES.isIn(cluster.release()) && Weights.of(cluster.settings()).sorts();
  }

  List<TableState> sorted(List<TableState> list) {
    if (!scores || list.size() < 2) {
      return list;
    }
    var weights = Weights.of(cluster.settings());
    var failsafe = FailsafeAges.of(cluster.settings());
    Map<TableState, Double> found = new HashMap<>();
    for (var table : list) {
      var activity =
          new Scores.Activity(
              Math.round(table.countedDead),
              Math.round(table.countedInserts),
              Math.round(table.countedChanges),
              table.frozen.xidAge(table.at),
              table.frozen.multixactAge(table.at));
      found.put(
          table, Scores.of(table.trigger(), table.size(), activity, weights, failsafe).highest());
    }
    return list.stream()
        .sorted(Comparator.comparingDouble((TableState each) -> -found.getOrDefault(each, 0.0)))
        .toList();
  }
}
