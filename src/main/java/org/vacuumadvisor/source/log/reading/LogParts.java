package org.vacuumadvisor.source.log.reading;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.line.Detection;
import org.vacuumadvisor.source.log.line.ReadOptions;

/// A log that several processes read, a part each: what they find travels as bytes to the one that
/// puts it together, and that one sees what reading the log in one go shows.
///
/// The parts of a log that can be cut begin and end where messages begin; each process learns from
/// the log's beginning what its lines look like. Any other log is one part.
public final class LogParts {
  private LogParts() {}

  /// How many parts there are.
  ///
  /// @param piece how long a part is, about, in bytes
  /// @throws SourceException if the log cannot be read
  public static int count(LogSource source, ReadOptions options, long piece)
      throws SourceException {
    var divided = Divided.open(source, options, piece, NullSink.INSTANCE);
    divided.close();
    return divided.parts();
  }

  /// Reads a part. What it holds comes while it is read; whoever does not want the rest closes it.
  ///
  /// @param part from 0
  public static Found read(LogSource source, ReadOptions options, long piece, int part) {
    return new Found(source, options, piece, part);
  }

  /// Puts parts together.
  ///
  /// @param found what was found in all parts, part by part in their order
  /// @param sink takes the messages of the whole log
  /// @throws SourceException if the log could not be read, or was changed in the meantime
  public static Detection join(Input input, Iterator<byte[]> found, EntrySink sink)
      throws SourceException {
    sink.input(input);
    var joint = new Joint(input.name(), sink);
    @Nullable Detection facts = null;
    while (found.hasNext()) {
      switch (unpacked(found.next())) {
        case ReadTask.Delivery.Begin(long place) -> {
          boolean _ = joint.begin(place);
        }
        case ReadTask.Delivery.Messages(Batch batch) -> joint.messages(batch);
        case ReadTask.Delivery.End(Lines.Sum sum, Detection each) -> {
          facts = facts == null ? each : facts;
          joint.end(sum);
        }
        case ReadTask.Delivery.Failure(Throwable cause) ->
            throw new SourceException(String.valueOf(cause.getMessage()));
      }
    }
    sink.end();
    if (facts == null) {
      throw new IllegalArgumentException("no part of " + input.name());
    }
    return new Detection(
        input,
        facts.compression(),
        facts.encoding(),
        facts.contents(),
        joint.all().bytes(),
        joint.all().lines(),
        facts.prefix(),
        joint.all().evidence().isOfMessages()
            ? joint.all().evidence().sightings()
            : facts.sightings(),
        facts.isCut());
  }

  private static byte[] packed(ReadTask.Delivery delivery) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(delivery);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  private static ReadTask.Delivery unpacked(byte[] bytes) {
    try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return (ReadTask.Delivery) in.readObject();
    } catch (IOException | ClassNotFoundException broken) {
      throw new IllegalArgumentException(broken);
    }
  }

  /// What is found in a part, as bytes. It is read by a thread of its own, some messages ahead.
  public static final class Found implements Iterator<byte[]>, AutoCloseable {
    private final @Nullable ReadTask task;
    private @Nullable SourceException refusal;
    private boolean isOver;

    private Found(LogSource source, ReadOptions options, long piece, int part) {
      ReadTask begun = null;
      try {
        begun = ReadTask.of(source, options, piece, part);
        var _ = Thread.ofPlatform().daemon().name("log-part").start(begun);
      } catch (SourceException failed) {
        refusal = failed;
      }
      task = begun;
    }

    @Override
    public boolean hasNext() {
      return !isOver;
    }

    @Override
    public byte[] next() {
      if (isOver) {
        throw new NoSuchElementException();
      }
      if (task == null) {
        isOver = true;
        return packed(new ReadTask.Delivery.Failure(Objects.requireNonNull(refusal)));
      }
      try {
        return next(task);
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        close();
        throw new IllegalStateException("the reading of a log was interrupted", stopped);
      }
    }

    private byte[] next(ReadTask from) throws InterruptedException {
      var delivery = from.take();
      switch (delivery) {
        case ReadTask.Delivery.Begin _, ReadTask.Delivery.Messages _ -> {}
        case ReadTask.Delivery.End _ -> close();
        case ReadTask.Delivery.Failure(Throwable cause) -> {
          close();
          switch (cause) {
            case SourceException failed -> {
              var told = new SourceException(failed.explanation());
              return packed(new ReadTask.Delivery.Failure(told));
            }
            case Error failed -> throw failed;
            default -> throw new IllegalStateException(cause);
          }
        }
      }
      return packed(delivery);
    }

    @Override
    public void close() {
      isOver = true;
      if (task != null) {
        task.unwanted();
        task.file().close();
      }
    }
  }
}
