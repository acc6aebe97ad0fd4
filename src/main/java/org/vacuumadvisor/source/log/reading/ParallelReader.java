package org.vacuumadvisor.source.log.reading;

import java.util.ArrayList;
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
import org.vacuumadvisor.source.log.reading.ReadTask.Delivery;

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
  private static final long REPORT_EVERY = 4 << 20;

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
    var ahead = new Ahead(sources, options, pool, workers + 2, piece);
    try {
      return new Foreman(ahead, sink, progress, total).read(sources);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new SourceException("The reading of the logs was interrupted.", stopped);
    } finally {
      ahead.stop();
      pool.close();
    }
  }

  /// Takes over what the workers found, part by part.
  private static final class Foreman {
    private final Ahead ahead;
    private final EntrySink sink;
    private final Progress progress;
    private final long total;
    private long before;
    private long reported;
    private boolean isStopped;

    Foreman(Ahead ahead, EntrySink sink, Progress progress, long total) {
      this.ahead = ahead;
      this.sink = sink;
      this.progress = progress;
      this.total = total;
    }

    List<Detection> read(List<LogSource> sources) throws SourceException, InterruptedException {
      var detections = new ArrayList<Detection>();
      for (int left = sources.size(); left > 0 && !isStopped; left--) {
        ReadTask first = ahead.next();
        sink.input(first.file().source().input());
        detections.add(first.file().detection(file(first)));
        first.file().close();
      }
      sink.end();
      return detections;
    }

    private Lines.Sum file(ReadTask first) throws SourceException, InterruptedException {
      var joint = new Joint(first.file().source().input().name(), sink);
      part(first, joint);
      for (ReadTask last = first; !isStopped && !last.isLast(); ) {
        if (last.file().isWhole(joint.all().bytes())) {
          ahead.forget(last.file());
          break;
        }
        last = ahead.next();
        part(last, joint);
      }
      return joint.all();
    }

    private void part(ReadTask task, Joint joint) throws SourceException, InterruptedException {
      while (!isStopped) {
        switch (task.take()) {
          case Delivery.Begin(long place) -> {
            if (!joint.begin(place)) {
              task.unwanted();
              return;
            }
          }
          case Delivery.Messages(Batch batch) -> {
            joint.messages(batch);
            report(task.done());
          }
          case Delivery.End(Lines.Sum sum) -> {
            before += task.done();
            report(0);
            joint.end(sum);
            return;
          }
          case Delivery.Failure(SourceException cause) -> throw cause;
          case Delivery.Failure(Error cause) -> throw cause;
          case Delivery.Failure(Throwable cause) -> throw new IllegalStateException(cause);
        }
      }
    }

    private void report(long more) {
      if (before + more - reported > REPORT_EVERY) {
        reported = before + more;
        isStopped = !progress.goOn(reported, OptionalLong.of(total));
      }
    }
  }
}
