package org.vacuumadvisor.source.log.reading;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.line.ReadOptions;

/// The parts of files that workers read ahead of the thread that takes over what they find: a few,
/// in their order.
final class Ahead {
  private final Iterator<LogSource> sources;
  private final ReadOptions options;
  private final Executor workers;
  private final int most;
  private final long piece;
  private final Deque<ReadTask> given = new ArrayDeque<>();
  private @Nullable ReadTask current;
  private @Nullable ReadTask latest;
  private @Nullable SourceException refusal;

  /// @param most so many parts may be read or wait at once
  Ahead(List<LogSource> sources, ReadOptions options, Executor workers, int most, long piece) {
    this.sources = sources.iterator();
    this.options = options;
    this.workers = workers;
    this.most = most;
    this.piece = piece;
  }

  /// The next part, of which the reading has begun.
  ///
  /// @throws SourceException if it is that of a file that cannot be opened
  ReadTask next() throws SourceException {
    fill();
    if (given.isEmpty() && refusal != null) {
      throw refusal;
    }
    current = given.remove();
    return current;
  }

  /// Leaves out what remains of a file.
  void forget(Divided file) {
    given.removeIf(task -> {
      boolean isOfFile = task.file().equals(file);
      if (isOfFile) {
        task.unwanted();
      }
      return isOfFile;
    });
    latest = latest != null && latest.file().equals(file) ? null : latest;
  }

  /// Lets all workers stop.
  void stop() {
    if (current != null) {
      given.add(current);
    }
    given.forEach(ReadTask::unwanted);
    given.forEach(task -> task.file().close());
  }

  private void fill() {
    while (given.size() < most && refusal == null) {
      try {
        ReadTask next = following();
        if (next == null) {
          return;
        }
        latest = next;
        given.add(next);
        workers.execute(next);
      } catch (SourceException unreadable) {
        refusal = unreadable;
      }
    }
  }

  private @Nullable ReadTask following() throws SourceException {
    if (latest != null && !latest.isLast()) {
      return latest.next();
    }
    return sources.hasNext() ? ReadTask.first(sources.next(), options, piece) : null;
  }
}
