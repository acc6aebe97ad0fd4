package org.vacuumadvisor.source.log.container;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.SourceException;

/// The parts of files that workers read ahead of the thread that takes over what they find: a few,
/// in their order.
final class Ahead {
  private final Iterator<LogSource> sources;
  private final ReadOptions options;
  private final Executor workers;
  private final int most;
  private final long piece;
  private final Deque<Errand> given = new ArrayDeque<>();
  private @Nullable Errand current;
  private @Nullable Errand latest;
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
  Errand next() throws SourceException {
    fill();
    if (given.isEmpty() && refusal != null) {
      throw refusal;
    }
    current = given.remove();
    return current;
  }

  /// Leaves out what remains of a file.
  void forget(Divided file) {
    given.removeIf(errand -> {
      boolean isOfFile = errand.file().equals(file);
      if (isOfFile) {
        errand.unwanted();
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
    given.forEach(Errand::unwanted);
    given.forEach(errand -> errand.file().close());
  }

  private void fill() {
    while (given.size() < most && refusal == null) {
      try {
        Errand next = following();
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

  private @Nullable Errand following() throws SourceException {
    if (latest != null && !latest.isLast()) {
      return latest.next();
    }
    return sources.hasNext() ? Errand.first(sources.next(), options, piece) : null;
  }
}
