package org.vacuumadvisor.source.log.container;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.run.Input;
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
      switch (Parcel.open(found.next(), input)) {
        case Parcel.Content.Begin(long place) -> {
          boolean _ = joint.begin(place);
        }
        case Parcel.Content.Messages(Batch batch) -> joint.messages(batch);
        case Parcel.Content.End(Detection each, Lines.Sum sum) -> {
          facts = facts == null ? each : facts;
          joint.end(sum);
        }
        case Parcel.Content.Failure(String explanation) -> throw new SourceException(explanation);
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
        joint.all().evidence().sightings(),
        facts.isCut());
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
        return Parcel.failure(Objects.requireNonNull(refusal));
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
      return switch (from.take()) {
        case ReadTask.Delivery.Begin(long place) -> Parcel.begin(place);
        case ReadTask.Delivery.Messages(Batch batch) -> Parcel.messages(batch);
        case ReadTask.Delivery.End(Lines.Sum sum) -> {
          var facts = from.file().detection(sum);
          close();
          yield Parcel.end(facts, sum);
        }
        case ReadTask.Delivery.Failure(Throwable cause) -> {
          close();
          yield switch (cause) {
            case SourceException failed -> Parcel.failure(failed);
            case Error failed -> throw failed;
            default -> throw new IllegalStateException(cause);
          };
        }
      };
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
