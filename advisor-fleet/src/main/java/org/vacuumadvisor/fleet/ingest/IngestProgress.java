package org.vacuumadvisor.fleet.ingest;

/// Told how reading logs into an archive goes on.
public interface IngestProgress {
  /// For those who do not want to know.
  IngestProgress NONE =
      new IngestProgress() {
        @Override
        public void read(long bytes, long of) {}

        @Override
        public void acknowledged(long runs, long notices) {}
      };

  /// So much was read of all logs, in stored bytes.
  void read(long bytes, long of);

  /// So much is on the disk and counts, from now on, whatever happens.
  void acknowledged(long runs, long notices);
}
