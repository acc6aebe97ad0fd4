package org.vacuumadvisor.spark;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.function.Consumer;

/// Work that takes from one iterator and hands over results when it has some, to be read as an
/// iterator itself. The work runs in a thread of its own; what it takes is taken by the thread that
/// reads the results, as Spark wants it.
final class Pulled<I, O> implements Iterator<O>, AutoCloseable {
  private static final int MANY = 512;

  /// What is to be done.
  interface Work<I, O> {
    void run(Iterator<I> in, Consumer<O> out) throws Exception;
  }

  private sealed interface Event<O> {
    record Wants<O>() implements Event<O> {}

    record Results<O>(List<O> results) implements Event<O> {}

    record Done<O>() implements Event<O> {}

    record Failed<O>(Throwable cause) implements Event<O> {}
  }

  private record Given<I>(List<I> one) {}

  private final Iterator<I> in;
  private final BlockingQueue<Event<O>> events = new SynchronousQueue<>();
  private final BlockingQueue<Given<I>> given = new SynchronousQueue<>();
  private final ArrayDeque<O> results = new ArrayDeque<>();
  private final Thread worker;
  private boolean isOver;

  Pulled(Iterator<I> in, Work<I, O> work) {
    this.in = in;
    this.worker = Thread.ofPlatform().daemon().name("cluster-rows").start(() -> run(work));
  }

  private void run(Work<I, O> work) {
    var out = new Out();
    try {
      try {
        work.run(new In(), out);
        out.pass();
        events.put(new Event.Done<>());
      } catch (InterruptedException stopped) {
        throw stopped;
      } catch (Exception | Error cause) {
        events.put(new Event.Failed<>(cause));
      }
    } catch (InterruptedException unwanted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean hasNext() {
    try {
      while (results.isEmpty() && !isOver) {
        switch (events.take()) {
          case Event.Wants<O> _ ->
              given.put(new Given<>(in.hasNext() ? List.of(in.next()) : List.of()));
          case Event.Results<O>(List<O> more) -> results.addAll(more);
          case Event.Done<O> _ -> isOver = true;
          case Event.Failed<O>(Throwable cause) -> {
            isOver = true;
            throw new IllegalStateException("rows could not be made of messages", cause);
          }
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      close();
      throw new IllegalStateException("the task was ended", stopped);
    }
    return !results.isEmpty();
  }

  @Override
  public O next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return results.remove();
  }

  @Override
  public void close() {
    isOver = true;
    worker.interrupt();
  }

  /// What the worker takes.
  private final class In implements Iterator<I> {
    private List<I> ahead = List.of();
    private boolean isEnd;

    @Override
    public boolean hasNext() {
      if (ahead.isEmpty() && !isEnd) {
        try {
          events.put(new Event.Wants<>());
          ahead = given.take().one();
          isEnd = ahead.isEmpty();
        } catch (InterruptedException unwanted) {
          Thread.currentThread().interrupt();
          throw new IllegalStateException("nobody wants it any more", unwanted);
        }
      }
      return !ahead.isEmpty();
    }

    @Override
    public I next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      var next = ahead.getFirst();
      ahead = List.of();
      return next;
    }
  }

  /// What the worker hands over, some at a time.
  private final class Out implements Consumer<O> {
    private List<O> some = new ArrayList<>();

    @Override
    public void accept(O result) {
      some.add(result);
      if (some.size() >= MANY) {
        try {
          pass();
        } catch (InterruptedException unwanted) {
          Thread.currentThread().interrupt();
          throw new IllegalStateException("nobody wants it any more", unwanted);
        }
      }
    }

    void pass() throws InterruptedException {
      if (!some.isEmpty()) {
        events.put(new Event.Results<>(some));
        some = new ArrayList<>();
      }
    }
  }
}
