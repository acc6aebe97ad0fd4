package org.vacuumadvisor.source.log.reading;

import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.line.ReadOptions;

/// The reading of one part of a file by a worker, while another thread takes over what it found. It
/// waits when it is far ahead.
final class ReadTask implements EntrySink, Runnable {
  /// What comes from the worker, in this order: where the part begins, messages, how it ended.
  sealed interface Delivery {
    /// The first message.
    ///
    /// @param place bytes from the beginning of the text; -1 if the part belongs to the one before
    record Begin(long place) implements Delivery {}

    record Messages(Batch batch) implements Delivery {}

    record End(Lines.Sum sum) implements Delivery {}

    record Failure(Throwable cause) implements Delivery {}
  }

  private static final int MOST_AHEAD = 32;
  private static final int PATIENCE_MILLIS = 50;

  private final int part;
  private final BlockingQueue<Delivery> deliveries = new ArrayBlockingQueue<>(MOST_AHEAD);
  private @Nullable Divided file;
  private Batch filling = new Batch();
  private volatile long done;
  private volatile boolean isUnwanted;

  private ReadTask(int part) {
    this.part = part;
  }

  /// The reading of the first part, or of all, of a file.
  static ReadTask first(LogSource source, ReadOptions options, long piece) throws SourceException {
    var task = new ReadTask(0);
    task.file = Divided.open(source, options, piece, task);
    return task;
  }

  /// The reading of the next part of the same file.
  ReadTask next() {
    var task = new ReadTask(part + 1);
    task.file = file();
    return task;
  }

  Divided file() {
    return Objects.requireNonNull(file);
  }

  boolean isLast() {
    return part + 1 == file().parts();
  }

  /// How many stored bytes were read so far.
  long done() {
    return done;
  }

  /// Lets the worker stop: nobody waits for it any more.
  void unwanted() {
    isUnwanted = true;
    deliveries.clear();
  }

  /// Waits for what comes next.
  Delivery take() throws InterruptedException {
    return deliveries.take();
  }

  @Override
  public void run() {
    try {
      read();
    } catch (CancellationException unwanted) {
      deliveries.clear();
    }
  }

  private void read() {
    try {
      long begin = file().begin(part);
      deliver(new Delivery.Begin(begin));
      var sum = begin < 0 ? Lines.Sum.NOTHING : file().read(part, begin, this, this::goOn);
      pass();
      deliver(new Delivery.End(sum));
    } catch (CancellationException unwanted) {
      throw unwanted;
    } catch (SourceException | RuntimeException | Error cause) {
      deliver(new Delivery.Failure(cause));
    }
  }

  @Override
  public void entry(Entry entry) {
    filling.add(entry);
    if (filling.isFull()) {
      pass();
    }
  }

  @Override
  public void line(byte[] bytes, int from, int to, long line) {
    filling.add(bytes, from, to, line);
    if (filling.isFull()) {
      pass();
    }
  }

  private boolean goOn(long read) {
    done = read;
    return !isUnwanted;
  }

  private void pass() {
    if (!filling.isEmpty()) {
      deliver(new Delivery.Messages(filling));
      filling = new Batch();
    }
  }

  private void deliver(Delivery delivery) {
    try {
      while (!deliveries.offer(delivery, PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
        if (isUnwanted) {
          throw new CancellationException();
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new CancellationException();
    }
  }
}
