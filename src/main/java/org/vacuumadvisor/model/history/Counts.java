package org.vacuumadvisor.model.history;

/// How many runs there were, by kind.
///
/// @param vacuums of both triggers, VACUUM FULL not among them
/// @param automatic those vacuums that autovacuum ran
/// @param aggressive those that said so; up to 10 none does
/// @param toPreventWraparound those to prevent wraparound, which up to 11 do not say so
/// @param rewrites VACUUM FULL and CLUSTER
/// @param analyzes of both triggers
/// @param incomplete runs of which a part is missing in the log
public record Counts(
    long vacuums,
    long automatic,
    long aggressive,
    long toPreventWraparound,
    long failsafe,
    long rewrites,
    long analyzes,
    long incomplete) {

  public long all() {
    return vacuums + rewrites + analyzes;
  }
}
