package org.vacuumadvisor.source.log.message;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.run.Notice;
import org.vacuumadvisor.model.run.Place;
import org.vacuumadvisor.model.run.Run;
import org.vacuumadvisor.model.run.RunSink;

/// Hands over runs and notices in the order of their first lines, although runs of several sessions
/// end in another order than they begin: what comes after the beginning of an open run waits.
///
/// A run may stay open for hours. So what waits is bounded: beyond [#MOST_WAITING] the earliest
/// goes out, and the open run will come late.
final class Outbox {
  static final int MOST_WAITING = 10_000;

  private static final Comparator<Waiting> ORDER =
      Comparator.comparing(Waiting::place).thenComparingLong(Waiting::number);

  private final RunSink to;
  private final PriorityQueue<RunDraft> open =
      new PriorityQueue<>(Comparator.comparing(RunDraft::place));
  private final PriorityQueue<Waiting> waiting = new PriorityQueue<>(ORDER);
  private long number;

  Outbox(RunSink to) {
    this.to = to;
  }

  private record Waiting(Place place, long number, @Nullable Run run, @Nullable Notice notice) {}

  /// A run begins.
  void opened(RunDraft draft) {
    open.add(draft);
  }

  /// A run is over, its draft closed.
  void run(Run run) {
    send(new Waiting(run.heading().place(), number++, run, null));
  }

  void notice(Notice notice) {
    send(new Waiting(notice.place(), number++, null, notice));
  }

  /// Hands over what no longer needs to wait.
  void release() {
    forgetClosed();
    var limit = open.isEmpty() ? null : open.peek().place();
    while (!waiting.isEmpty()
        && (limit == null
            || waiting.peek().place().compareTo(limit) < 0
            || waiting.size() > MOST_WAITING)) {
      deliver(waiting.poll());
    }
  }

  private void forgetClosed() {
    while (!open.isEmpty() && open.peek().isClosed()) {
      open.poll();
    }
  }

  private void send(Waiting item) {
    forgetClosed();
    if (open.isEmpty() && waiting.isEmpty()) {
      deliver(item);
    } else {
      waiting.add(item);
      release();
    }
  }

  private void deliver(Waiting item) {
    if (item.run != null) {
      to.run(item.run);
    }
    if (item.notice != null) {
      to.notice(item.notice);
    }
  }
}
