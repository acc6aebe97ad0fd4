package org.vacuumadvisor.advice.setting;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.vacuumadvisor.forecast.Forecast;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.postgres.Release;

/// Simulates changes that rules propose, all together and without each of them, and keeps those
/// that gain enough: the smallest part of them that does as much.
final class Judge {
  /// A change of one table takes a fifth off: less is within what the load varies from day to day.
  private static final double OF_TABLE = 0.8;

  /// A change of the server halves what it is made for, or nearly: half a naptime is worth it.
  private static final double OF_SERVER = 0.55;

  /// And takes off so many rows: plain pgbench has more dead rows than these at a time in one of
  /// its small tables, and gains nothing from fewer.
  private static final double MANY_ROWS = 10_000;

  /// Workers that are busy all the time have no room for a bad day: ours, after the half to two
  /// thirds that queueing theory leaves a server with random arrivals.
  private static final double BUSY = 0.6;

  /// What the default cost limit lets all workers change, as a mean.
  private static final double CHANGED_BYTES = 39.1 * 1024 * 1024;

  private final Cluster cluster;
  private final List<Guard> guards;
  private final Duration length;
  private final Map<Set<SettingChange>, Trial> trials = new HashMap<>();

  /// @param guards what something should be changed for
  /// @param length how much time to simulate
  Judge(Cluster cluster, List<Guard> guards, Duration length) {
    this.cluster = cluster;
    this.guards = List.copyOf(guards);
    this.length = length;
  }

  /// What is left of the changes when those are left out that gain too little beside the others,
  /// the dearest first.
  Tuning of(Collection<SettingChange> proposed) {
    var kept = new LinkedHashSet<>(proposed);
    for (var each : dearestFirst(proposed)) {
      var others = without(kept, each);
      if (!isWorthIt(each, trial(others), trial(kept))) {
        kept.remove(each);
      }
    }
    var without = new LinkedHashMap<SettingChange, Trial>();
    kept.forEach(each -> without.put(each, trial(without(kept, each))));
    return new Tuning(trial(Set.of()), trial(kept), without, doubt(Set.of()), doubt(kept), length);
  }

  private List<SettingChange> dearestFirst(Collection<SettingChange> changes) {
    return changes.stream().sorted(Comparator.comparingInt(this::price).reversed()).toList();
  }

  private static Set<SettingChange> without(Set<SettingChange> all, SettingChange one) {
    var others = new LinkedHashSet<>(all);
    others.remove(one);
    return others;
  }

  /// A change of one table, one of all, one that takes a restart.
  private int price(SettingChange change) {
    return switch (change) {
      case SettingChange.OfTable _ -> 1;
      case SettingChange.OfServer(var setting, _) ->
          setting.context(release()).needsRestart() ? 3 : 2;
    };
  }

  private Release release() {
    return cluster.settings().release();
  }

  /// Whether any guard gains enough by the one change that two trials differ in, and nothing that
  /// has to be kept is worse for it.
  private boolean isWorthIt(SettingChange change, Trial without, Trial with) {
    return !isTooMuch(with.busy(), without.busy(), BUSY)
        && !isTooMuch(with.changedBytes(), without.changedBytes(), CHANGED_BYTES)
        && guards.stream()
            .anyMatch(guard ->
                !without.keeps(guard)
                    && isSoMuchLower(change, guard, without.value(guard), with.value(guard)));
  }

  private static boolean isTooMuch(double with, double without, double limit) {
    return with > limit && with > without;
  }

  private static boolean isSoMuchLower(
      SettingChange change, Guard guard, double without, double with) {
    return switch (change) {
      case SettingChange.OfTable _ -> with <= OF_TABLE * without;
      case SettingChange.OfServer _ ->
          with <= OF_SERVER * without && (!isOfRows(guard) || without - with >= MANY_ROWS);
    };
  }

  private static boolean isOfRows(Guard guard) {
    return switch (guard.figure()) {
      case DEAD_ROWS, INSERTED_ROWS, CHANGED_ROWS -> true;
      case INDEX_PASSES, ASLEEP, WAIT, MOVED_UPDATES -> false;
    };
  }

  private Trial trial(Set<SettingChange> changes) {
    return trials.computeIfAbsent(Set.copyOf(changes), _ -> Trial.of(cluster, changes, length));
  }

  private Forecast doubt(Set<SettingChange> changes) {
    return Forecast.of(trial(changes).cluster(), length, Trial.SPANS);
  }
}
