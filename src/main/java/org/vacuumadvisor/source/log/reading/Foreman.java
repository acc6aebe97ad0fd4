package org.vacuumadvisor.source.log.reading;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.Detection;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.ReadTask.Delivery;

/// Lets workers read a few parts of files ahead, and takes over what they found, part by part. A
/// part of a file that begins before the end of those that came before is passed over: they went on
/// over its beginning, as the file turned out to be another than it seemed.
final class Foreman {
  private static final long REPORT_EVERY = 4 << 20;

  private final Deque<LogSource> sources;
  private final ReadOptions options;
  private final ParallelReader way;
  private final Executor workers;
  private final EntrySink sink;
  private final Progress progress;
  private final long total;
  private final Deque<ReadTask> given = new ArrayDeque<>();
  private @Nullable ReadTask current;
  private @Nullable ReadTask latest;
  private @Nullable SourceException refusal;
  private long before;
  private long reported;
  private boolean isStopped;

  /// What was read of all parts of the present file so far.
  private Lines.Sum all = Lines.Sum.NOTHING;

  Foreman(
      List<LogSource> sources,
      ReadOptions options,
      ParallelReader way,
      Executor workers,
      EntrySink sink,
      Progress progress,
      long total) {
    this.sources = new ArrayDeque<>(sources);
    this.options = options;
    this.way = way;
    this.workers = workers;
    this.sink = sink;
    this.progress = progress;
    this.total = total;
  }

  List<Detection> read() throws SourceException, InterruptedException {
    var detections = new ArrayList<Detection>();
    for (int left = sources.size(); left > 0 && !isStopped; left--) {
      ReadTask first = next();
      sink.input(first.file().source().input());
      detections.add(first.file().detection(file(first)));
      first.file().close();
    }
    sink.end();
    return detections;
  }

  /// Lets all workers stop.
  void stop() {
    if (current != null) {
      given.add(current);
    }
    given.forEach(ReadTask::unwanted);
    given.forEach(task -> task.file().close());
  }

  private Lines.Sum file(ReadTask first) throws SourceException, InterruptedException {
    all = Lines.Sum.NOTHING;
    part(first);
    for (ReadTask last = first; !isStopped && !last.isLast(); ) {
      if (last.file().isWhole(all.bytes())) {
        forget(last.file());
        break;
      }
      last = next();
      part(last);
    }
    return all;
  }

  private void part(ReadTask task) throws SourceException, InterruptedException {
    while (!isStopped) {
      switch (task.take()) {
        case Delivery.Begin(long place) -> {
          if (place > all.bytes()) {
            throw new SourceException(
                "%s was changed while it was read. Read it again."
                    .formatted(task.file().source().input().name()));
          }
          if (place >= 0 && place < all.bytes()) {
            task.unwanted();
            return;
          }
        }
        case Delivery.Messages(Batch batch) -> {
          batch.hand(sink, all.lines());
          report(task.done());
        }
        case Delivery.End(Lines.Sum sum) -> {
          before += task.done();
          report(0);
          all = all.and(sum);
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

  /// The next part, of which the reading has begun.
  ///
  /// @throws SourceException if it is that of a file that cannot be opened
  private ReadTask next() throws SourceException {
    while (given.size() < way.workers() + 2 && refusal == null && isMore()) {
      try {
        latest =
            latest == null || latest.isLast()
                ? ReadTask.first(sources.remove(), options, way.piece())
                : latest.next();
        given.add(latest);
        workers.execute(latest);
      } catch (SourceException unreadable) {
        refusal = unreadable;
      }
    }
    if (given.isEmpty() && refusal != null) {
      throw refusal;
    }
    current = given.remove();
    return current;
  }

  private boolean isMore() {
    return !sources.isEmpty() || (latest != null && !latest.isLast());
  }

  /// Leaves out what remains of a file.
  private void forget(Divided file) {
    given.stream().filter(task -> task.file().equals(file)).forEach(ReadTask::unwanted);
    given.removeIf(task -> task.file().equals(file));
    latest = latest != null && latest.file().equals(file) ? null : latest;
  }
}
