package org.vacuumadvisor.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.IntStream;
import org.vacuumadvisor.fleet.ingest.LogPlan;
import org.vacuumadvisor.fleet.ingest.PlannedLog;
import org.vacuumadvisor.source.SourceException;

/// Logs that are read and committed together: all that a plan has of some clusters.
///
/// @param clusters their names
/// @param logs those of the first cluster first
/// @param clusterOf the number of the cluster of each log
/// @param split about how much of a log a task reads, in bytes
/// @param twins as the plan has them
record Batch(
    List<String> clusters,
    List<PlannedLog> logs,
    List<Integer> clusterOf,
    long split,
    Set<String> twins)
    implements Serializable {
  /// Compressed logs become so many times as long.
  private static final int UNPACKED = 8;

  /// Divides a plan.
  ///
  /// @param most about how much is read before a commit, in stored bytes
  static List<Batch> of(LogPlan plan, long most, long split) {
    var byCluster = new LinkedHashMap<String, List<PlannedLog>>();
    for (var log : plan.logs()) {
      byCluster.computeIfAbsent(log.cluster(), _ -> new ArrayList<>()).add(log);
    }
    var batches = new ArrayList<Batch>();
    var next = none(plan, split);
    long bytes = 0;
    for (var each : byCluster.entrySet()) {
      if (bytes > 0 && bytes + bytes(each.getValue()) > most) {
        batches.add(next);
        next = none(plan, split);
        bytes = 0;
      }
      for (var log : each.getValue()) {
        next.logs.add(log);
        next.clusterOf.add(next.clusters.size());
      }
      next.clusters.add(each.getKey());
      bytes += bytes(each.getValue());
    }
    if (bytes > 0) {
      batches.add(next);
    }
    return batches;
  }

  private static Batch none(LogPlan plan, long split) {
    return new Batch(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), split, plan.twins());
  }

  private static long bytes(List<PlannedLog> logs) {
    return logs.stream().mapToLong(PlannedLog::bytes).sum();
  }

  /// What each task reads: a part of a large log, or several small logs.
  ///
  /// @throws SourceException if a log can no longer be read
  List<List<Piece>> slices() throws SourceException {
    var slices = new ArrayList<List<Piece>>();
    var slice = new ArrayList<Piece>();
    long work = 0;
    for (int at = 0; at < logs.size(); at++) {
      var log = logs.get(at);
      int parts = log.parts(split);
      for (int part = 0; part < parts; part++) {
        long more = work(log) / parts;
        if (!slice.isEmpty() && work + more > split) {
          slices.add(List.copyOf(slice));
          slice.clear();
          work = 0;
        }
        slice.add(new Piece(clusterOf.get(at), at, part));
        work += more;
      }
    }
    if (!slice.isEmpty()) {
      slices.add(List.copyOf(slice));
    }
    return slices;
  }

  private static long work(PlannedLog log) {
    var name = log.path().toString();
    boolean isPacked = name.endsWith(".gz") || name.endsWith(".zst");
    return isPacked ? log.bytes() * UNPACKED : log.bytes();
  }

  /// Shares the clusters out, so that the most work that one task has is as little as can be.
  ///
  /// @param tasks how many tasks there are
  /// @return for each cluster the number of its task
  int[] shares(int tasks) {
    var work = new long[clusters.size()];
    for (int at = 0; at < logs.size(); at++) {
      work[clusterOf.get(at)] += work(logs.get(at));
    }
    record Load(int task, long bytes) {}
    var least = new PriorityQueue<>(Comparator.comparingLong(Load::bytes));
    IntStream.range(0, tasks).forEach(task -> least.add(new Load(task, 0)));
    var shares = new int[clusters.size()];
    IntStream.range(0, clusters.size())
        .boxed()
        .sorted(Comparator.comparingLong((Integer cluster) -> work[cluster]).reversed())
        .forEach(cluster -> {
          var load = least.remove();
          shares[cluster] = load.task();
          least.add(new Load(load.task(), load.bytes() + work[cluster]));
        });
    return shares;
  }
}
