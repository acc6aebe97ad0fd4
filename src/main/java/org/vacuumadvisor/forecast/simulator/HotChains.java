package org.vacuumadvisor.forecast.simulator;

import org.vacuumadvisor.forecast.cluster.Bisection;

/// How the dead rows of HOT chains add up. Whoever comes to a page that has no room left prunes
/// what died on it before (`heap_page_prune_opt()`). So they add up until as many are pruned as
/// die: where updates fall at random, exponentially.
///
/// @param room dead rows that all pages hold until they are pruned; infinite where somebody holds
///   the horizon
/// @param hot HOT updates, for each unit of load
/// @param updates of all kinds, for each unit of load
record HotChains(double room, double hot, double updates) {
  private static final int STEPS = 20;

  /// Of what dies: with more room nothing is pruned to speak of.
  private static final double MOST = 1_000;

  private static final double CLOSE_ENOUGH = 1e-6;
  private static final double TINY = 1e-6;

  /// The dead rows after so much more load. Those that are there stay until a vacuum.
  double after(double now, double by) {
    return Double.isInfinite(room) || hot <= 0
        ? now + hot * by
        : now + still(now) * gone(by * updates / room);
  }

  /// The load after which there are so many more dead rows, together with those that only a vacuum
  /// removes. Infinite if that never happens.
  ///
  /// @param missing rows
  /// @param all dead rows for each unit of load that only a vacuum removes, as counted
  /// @param moves those of the updates that leave lasting dead rows and end
  double untilMore(double now, double missing, double all, Moves moves) {
    if (missing <= 0) {
      return 0;
    }
    if (Double.isInfinite(room) || hot <= 0) {
      return hot + all > 0 ? missing / (hot + all) : Double.POSITIVE_INFINITY;
    }
    double lasting = Math.max(0, all - moves.rate());
    double still = still(now);
    double rate = updates / room;
    if (lasting <= 0 && missing >= still + moves.left()) {
      return Double.POSITIVE_INFINITY;
    }
    if (lasting <= 0 && moves.left() <= 0) {
      return -Math.log1p(-missing / still) / rate;
    }
    // concave, so that Newton's steps come nearer from below
    double by = 0;
    for (int step = 0; step < STEPS; step++) {
      double kept = Math.exp(-rate * by);
      double staying = Math.exp(-moves.pace() * by) * moves.left();
      double left = missing - lasting * by - still * (1 - kept) - (moves.left() - staying);
      if (left <= missing * CLOSE_ENOUGH) {
        break;
      }
      by += left / (lasting + still * rate * kept + staying * moves.pace());
    }
    return by;
  }

  /// The room that pages must have if so many dead rows added up in that time; 0 if those do that
  /// only a vacuum removes, and all that died at most.
  ///
  /// @param lasting dead rows for each unit of load that only a vacuum removes
  static double room(double dead, double by, double lasting, double hot, double updates) {
    double chained = dead - lasting * by;
    if (chained <= 0 || hot <= 0) {
      return 0;
    }
    double low = chained * updates / hot;
    double high = low;
    while (new HotChains(high, hot, updates).after(0, by) < chained && high < hot * by * MOST) {
      high *= 2;
    }
    return Bisection.between(
        low, high, room -> new HotChains(room, hot, updates).after(0, by) < chained);
  }

  /// 1 - e^-x. `Math.exp` is an instruction or two, `Math.expm1` a long computation.
  private static double gone(double x) {
    return x < TINY ? x : 1 - Math.exp(-x);
  }

  /// How many more there will be when as many are pruned as die.
  private double still(double now) {
    return Math.max(0, room * hot / updates - now);
  }
}
