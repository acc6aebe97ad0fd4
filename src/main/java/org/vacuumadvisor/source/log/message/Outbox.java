package org.vacuumadvisor.source.log.message;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.Place;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.RunSink;

/// Hands over runs and notices in the order of their first lines, although runs of several sessions
/// end in another order than they begin: what comes after the beginning of an open run waits.
///
/// A run may stay open for hours. So what waits is bounded: beyond [#MOST_WAITING] the earliest
/// goes out, and the open run will come late. And a few always wait, as messages that were written
/// in pieces, syslog's for example, come when they are whole.
final class Outbox {
  static final int MOST_WAITING = 10_000;

  /// So many messages of other sessions may come between the pieces of one.
  private static final int MESSAGES_BETWEEN = 64;

  private final RunSink to;
  private final PriorityQueue<RunDraft> open =
      new PriorityQueue<>((one, other) -> one.place().compareTo(other.place()));

  private final PriorityQueue<Waiting> waiting =
      new PriorityQueue<>(Comparator.comparing(Waiting::place).thenComparingLong(Waiting::number));
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

  /// Hands over everything: nothing more comes.
  void finish() {
    while (!waiting.isEmpty()) {
      deliver(waiting.remove());
    }
  }

  /// Hands over what no longer needs to wait.
  void release() {
    if (waiting.size() <= MESSAGES_BETWEEN) {
      return;
    }
    forgetClosed();
    var limit = open.isEmpty() ? null : open.peek().place();
    while (waiting.size() > MESSAGES_BETWEEN
        && (limit == null
            || waiting.size() > MOST_WAITING
            || waiting.element().place().compareTo(limit) < 0)) {
      deliver(waiting.remove());
    }
  }

  private void forgetClosed() {
    while (!open.isEmpty() && open.peek().isClosed()) {
      open.poll();
    }
  }

  private void send(Waiting item) {
    waiting.add(item);
    release();
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
