package org.vacuumadvisor.source.log.message;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
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

  private static final Comparator<Waiting> ORDER = Outbox::compare;

  private final RunSink to;
  private final PriorityQueue<RunDraft> open =
      new PriorityQueue<>((one, other) -> one.place().compareTo(other.place()));

  /// Most come in order; those that do not have a queue of their own.
  private final ArrayDeque<Waiting> inOrder = new ArrayDeque<>();

  private final PriorityQueue<Waiting> late = new PriorityQueue<>(ORDER);
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
    while (waiting() > 0) {
      deliver(next());
    }
  }

  /// Hands over what no longer needs to wait.
  void release() {
    if (waiting() <= MESSAGES_BETWEEN) {
      return;
    }
    forgetClosed();
    var limit = open.isEmpty() ? null : open.peek().place();
    while (waiting() > MESSAGES_BETWEEN
        && (limit == null
            || waiting() > MOST_WAITING
            || first().element().place().compareTo(limit) < 0)) {
      deliver(next());
    }
  }

  private int waiting() {
    return inOrder.size() + late.size();
  }

  /// The queue of the earliest.
  private Queue<Waiting> first() {
    if (late.isEmpty()) {
      return inOrder;
    }
    return inOrder.isEmpty() || compare(late.element(), inOrder.element()) < 0 ? late : inOrder;
  }

  private Waiting next() {
    return first().remove();
  }

  private static int compare(Waiting one, Waiting other) {
    int places = one.place.compareTo(other.place);
    return places == 0 ? Long.compare(one.number, other.number) : places;
  }

  private void forgetClosed() {
    while (!open.isEmpty() && open.peek().isClosed()) {
      open.poll();
    }
  }

  private void send(Waiting item) {
    if (inOrder.isEmpty() || compare(item, inOrder.getLast()) > 0) {
      inOrder.addLast(item);
    } else {
      late.add(item);
    }
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
