package org.vacuumadvisor.source.log.reading;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Objects;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.file.FilePart;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Opened;
import org.vacuumadvisor.source.log.line.Detection;
import org.vacuumadvisor.source.log.line.ReadOptions;

/// A file as several threads read it: a log that may be cut in parts of some megabytes, each from a
/// cut to the next, as long as the file was when its reading began; any other as a whole.
///
/// The first part learns what all others know. Where a part finds that the file is not what it
/// seemed at its beginning, it goes on to the end, and what was read of later parts is not wanted.
final class Divided {
  private final LogSource source;
  private final Opened opened;
  private final Lines first;
  private final @Nullable FileChannel channel;
  private final long piece;
  private final long size;

  private Divided(
      LogSource source,
      Opened opened,
      Lines first,
      @Nullable FileChannel channel,
      long piece,
      long size) {
    this.source = source;
    this.opened = opened;
    this.first = first;
    this.channel = channel;
    this.piece = piece;
    this.size = size;
  }

  /// Opens a file and learns from its beginning.
  ///
  /// @param piece how long a part is, about
  /// @param sink takes what the first part holds
  static Divided open(LogSource source, ReadOptions options, long piece, EntrySink sink)
      throws SourceException {
    Opened opened = Opened.of(source);
    Lines first = new Lines(options.about(source), sink);
    first.learn(opened);
    if (!opened.isPlain() || !first.mayBeCut() || source.size().orElse(0) < 2 * piece) {
      return new Divided(source, opened, first, null, piece, 0);
    }
    try {
      FileChannel channel = FileChannel.open(Objects.requireNonNull(source.path()));
      long size = source.size().orElse(0) - opened.encoding().mark();
      return new Divided(source, opened, first, channel, piece, size);
    } catch (IOException failure) {
      throw source.unreadable(failure);
    }
  }

  int parts() {
    return channel == null ? 1 : Math.toIntExact(Math.ceilDiv(size, piece));
  }

  /// Finds where a part begins, as bytes from the beginning of the text.
  ///
  /// @return -1 if no cut lies in it: then it belongs to the part before
  long begin(int part) throws SourceException {
    if (part == 0) {
      return 0;
    }
    long place = part * piece;
    long behind = first.cuts().find(bytes(place - 1), Math.min(piece, size - place));
    return behind < 0 ? -1 : place + behind;
  }

  /// Reads a part.
  ///
  /// @param begin as found before
  Lines.Sum read(int part, long begin, EntrySink sink, LongPredicate goOn) throws SourceException {
    Lines lines = part == 0 ? first : first.another(sink);
    if (part + 1 < parts()) {
      lines.endAt((part + 1) * piece - begin);
    }
    var _ = lines.read(channel == null ? opened : bytes(begin + lines.learned()), goOn);
    return lines.sum();
  }

  LogSource source() {
    return source;
  }

  /// Whether so many bytes are all there were.
  boolean isWhole(long bytes) {
    return channel == null || bytes >= size;
  }

  Detection detection(Lines.Sum all) {
    return first.detection(source.input(), opened, all);
  }

  void close() {
    opened.close();
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException ignored) {
      // Nothing was written, so nothing is lost.
    }
  }

  private FilePart bytes(long from) {
    long begin = source.from() + opened.encoding().mark();
    return new FilePart(source, Objects.requireNonNull(channel), begin + from, begin + size);
  }
}
