package org.vacuumadvisor.fleet.ingest;

import java.time.Duration;
import org.vacuumadvisor.source.log.line.ReadOptions;

/// How logs are read into an archive.
///
/// @param format what is said of their format instead of having it found out
/// @param settled a log that was not written to for so long ends with a whole message
/// @param part about how much of a log is taken at once, in bytes; more than two megabytes
public record IngestOptions(
    ClusterNames clusters, ReadOptions format, Duration settled, long part) {
  private static final Duration SETTLED = Duration.ofMinutes(1);
  private static final long PART = 256L << 20;

  public IngestOptions(ClusterNames clusters, ReadOptions format) {
    this(clusters, format, SETTLED, PART);
  }
}
