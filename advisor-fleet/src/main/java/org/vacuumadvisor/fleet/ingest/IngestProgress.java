package org.vacuumadvisor.fleet.ingest;

/// Told how reading logs into an archive goes on.
public interface IngestProgress {
  /// For those who do not want to know.
  IngestProgress NONE = new IngestProgress() {};

  /// So much was read of all logs, in stored bytes.
  default void read(long bytes, long of) {}

  /// So much is on the disk and counts, from now on, whatever happens.
  default void acknowledged(long runs, long notices) {}
}
