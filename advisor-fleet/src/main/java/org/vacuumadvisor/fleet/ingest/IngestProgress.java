package org.vacuumadvisor.fleet.ingest;

/// Told how reading logs into an archive goes on.
@FunctionalInterface
public interface IngestProgress {
  /// For those who do not want to know.
  IngestProgress NONE = (_, _) -> {};

  /// So much was read of all logs, in stored bytes.
  void read(long bytes, long of);
}
