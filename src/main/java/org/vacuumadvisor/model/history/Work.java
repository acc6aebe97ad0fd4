package org.vacuumadvisor.model.history;

/// What the vacuums of a table did and cost, summed up. Figures that a release does not print are
/// 0.
///
/// @param removed row versions
/// @param frozen row versions, from 16
/// @param pagesRemoved cut off the end of the table
/// @param hits, reads, dirtied pages of buffers, of vacuums only
/// @param walBytes from 13 for autovacuum, from 15 for all
/// @param sleptSeconds as printed, from 18 with `track_cost_delay_timing`
/// @param timedSeconds the duration of the runs that printed how long they slept
public record Work(
    long removed,
    long frozen,
    long pagesRemoved,
    long hits,
    long reads,
    long dirtied,
    long walBytes,
    long fullPageImages,
    double sleptSeconds,
    double timedSeconds) {
  public static final Work NONE = new Work(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  Work plus(Work other) {
    return new Work(
        removed + other.removed,
        frozen + other.frozen,
        pagesRemoved + other.pagesRemoved,
        hits + other.hits,
        reads + other.reads,
        dirtied + other.dirtied,
        walBytes + other.walBytes,
        fullPageImages + other.fullPageImages,
        sleptSeconds + other.sleptSeconds,
        timedSeconds + other.timedSeconds);
  }
}
