package org.vacuumadvisor.forecast.cluster;

/// The counters by which autovacuum decides.
///
/// @param dead `n_dead_tup`
/// @param inserted `n_ins_since_vacuum`
/// @param modified `n_mod_since_analyze`
public record Counters(double dead, double inserted, double modified) {
  public static final Counters ZERO = new Counters(0, 0, 0);
}
