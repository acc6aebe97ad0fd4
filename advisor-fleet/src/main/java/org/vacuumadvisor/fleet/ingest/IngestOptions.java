package org.vacuumadvisor.fleet.ingest;

import java.time.Duration;
import java.util.OptionalInt;
import org.vacuumadvisor.source.log.line.ReadOptions;

/// How logs are read into an archive.
///
/// @param format what is said of their format instead of having it found out
/// @param settled a log that was not written to for so long ends with a whole message
/// @param part about how much of a log is taken at once, in bytes; more than two megabytes
/// @param isAgain whether logs are read from their beginning, whatever was read before; entries
///   that are there are left out
/// @param keepDays for how many days the archive keeps what it has; empty: for ever
public record IngestOptions(
    ClusterNames clusters,
    ReadOptions format,
    Duration settled,
    long part,
    boolean isAgain,
    OptionalInt keepDays) {
  private static final Duration SETTLED = Duration.ofMinutes(1);
  private static final long PART = 256L << 20;

  public IngestOptions(ClusterNames clusters, ReadOptions format) {
    this(clusters, format, SETTLED, PART);
  }

  public IngestOptions(ClusterNames clusters, ReadOptions format, Duration settled, long part) {
    this(clusters, format, settled, part, false, OptionalInt.empty());
  }

  /// The same, but for these.
  public IngestOptions with(boolean again, OptionalInt days) {
    return new IngestOptions(clusters, format, settled, part, again, days);
  }
}
