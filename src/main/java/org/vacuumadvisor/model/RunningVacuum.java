package org.vacuumadvisor.model;

import java.time.Duration;
import java.time.Instant;

/// A vacuum at work: `pg_stat_progress_vacuum` with its session.
///
/// @param relation oid of the table, and which database it is in; missing without the right to see
/// @param mostDeadRows how many dead rows it can remember at a time; up to 16
/// @param autovacuum whether a worker of autovacuum runs it
/// @param toPreventWraparound whether it says so of itself
/// @param mode `normal`, `aggressive` or `failsafe`, since 19
/// @param delayed how long it has slept for the cost limit, since 18 with `track_cost_delay_timing`
public record RunningVacuum(
    int pid,
    String database,
    Reading<Long> relation,
    Reading<String> phase,
    Reading<Long> pagesTotal,
    Reading<Long> pagesScanned,
    Reading<Long> pagesVacuumed,
    Reading<Long> indexPasses,
    Reading<Long> mostDeadRows,
    Reading<Boolean> autovacuum,
    Reading<Boolean> toPreventWraparound,
    Reading<Instant> since,
    Reading<Duration> delayed,
    Reading<String> mode) {}
