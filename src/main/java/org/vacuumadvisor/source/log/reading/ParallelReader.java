package org.vacuumadvisor.source.log.reading;

import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.Detection;
import org.vacuumadvisor.source.log.line.ReadOptions;

/// Reads files with several threads: parts of a large log, or several files, at once. What comes of
/// it is what reading them one after the other gives, in the same order.
///
/// @param workers how many threads look for messages; the caller's thread takes them over
/// @param piece how long a part of a log is, about, in bytes
/// @param least below so many stored bytes it is not worth it
record ParallelReader(int workers, long piece, long least) {
  /// More would not help: one thread takes over what they find.
  private static final int MOST = 6;

  private static final long PIECE = 8 << 20;
  private static final long LEAST = 24 << 20;

  /// As many as this machine has processors for.
  static ParallelReader ofMachine() {
    return new ParallelReader(
        Math.min(MOST, Runtime.getRuntime().availableProcessors()), PIECE, LEAST);
  }

  /// Whether reading so much gains from several threads.
  ///
  /// @param total empty where an input is no file
  boolean isWorth(OptionalLong total) {
    return workers > 1 && total.isPresent() && total.getAsLong() >= least;
  }

  List<Detection> read(
      List<LogSource> sources, ReadOptions options, EntrySink sink, Progress progress, long total)
      throws SourceException {
    ExecutorService pool =
        Executors.newFixedThreadPool(
            workers, Thread.ofPlatform().daemon().name("log-reader-", 1).factory());
    var foreman = new Foreman(sources, options, this, pool, sink, progress, total);
    try {
      return foreman.read();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new SourceException("The reading of the logs was interrupted.", stopped);
    } finally {
      foreman.stop();
      pool.close();
    }
  }
}
