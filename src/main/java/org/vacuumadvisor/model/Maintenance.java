package org.vacuumadvisor.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/// When a table was vacuumed and analyzed, and how often, since the statistics were last reset.
///
/// @param vacuumTime `total_vacuum_time` and `total_autovacuum_time` together, since 18
public record Maintenance(
    Reading<Instant> lastVacuum,
    Reading<Instant> lastAutovacuum,
    Reading<Instant> lastAnalyze,
    Reading<Instant> lastAutoanalyze,
    long vacuums,
    long autovacuums,
    long analyzes,
    long autoanalyzes,
    Reading<Duration> vacuumTime) {

  /// How often it was vacuumed, by whomever.
  public long allVacuums() {
    return vacuums + autovacuums;
  }

  /// The last vacuum of either kind.
  public Optional<Instant> vacuumedLast() {
    return later(lastVacuum, lastAutovacuum);
  }

  /// The last analyze of either kind.
  public Optional<Instant> analyzedLast() {
    return later(lastAnalyze, lastAutoanalyze);
  }

  /// Whether the statistics know of no vacuum and no analyze of the table.
  public boolean isNever() {
    return vacuumedLast().isEmpty() && analyzedLast().isEmpty();
  }

  private static Optional<Instant> later(Reading<Instant> one, Reading<Instant> other) {
    return Stream.of(one, other).flatMap(each -> each.known().stream()).max(Instant::compareTo);
  }
}
