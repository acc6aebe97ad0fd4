package org.vacuumadvisor.model;

import java.time.Duration;
import java.time.Instant;

/// When a table was vacuumed and analyzed, and how often, for tests.
public record Maintenance(
    Reading<Instant> lastVacuum,
    Reading<Instant> lastAutovacuum,
    Reading<Instant> lastAnalyze,
    Reading<Instant> lastAutoanalyze,
    long vacuums,
    long autovacuums,
    long analyzes,
    long autoanalyzes,
    Reading<Duration> vacuumTime) {}
