package org.vacuumadvisor.source.log.reading;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalLong;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.file.FilePart;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Opened;
import org.vacuumadvisor.source.log.line.ReadOptions;

/// A stored log as somebody sees it who reads it in parts, now and later.
public final class LogFile {
  /// How far before the end a cut is looked for. A message is handed over cut at a megabyte.
  private static final int TAIL = 2 << 20;

  private LogFile() {}

  /// The first bytes of the text, decompressed and as UTF-8.
  ///
  /// @param most how many at most
  /// @throws SourceException if it cannot be read
  public static byte[] head(LogSource source, int most) throws SourceException {
    try (var opened = Opened.of(source)) {
      byte[] head = new byte[most];
      return Arrays.copyOf(head, opened.fill(head));
    }
  }

  /// Whether the text is stored as it is, in messages with a prefix each, so that it may be read in
  /// parts.
  public static boolean mayBeCut(LogSource source, ReadOptions options) throws SourceException {
    try (var opened = Opened.of(source)) {
      var lines = new Lines(options, EntrySink.NONE);
      lines.learn(opened);
      return opened.isPlain() && opened.encoding().mark() == 0 && lines.mayBeCut();
    }
  }

  /// The last place in a part at which such a log may be cut: a message begins there, and what
  /// stands before is whole.
  ///
  /// @param from where the part begins, in bytes of the file
  /// @param to where it ends
  /// @return empty if no message begins behind `from`
  public static OptionalLong lastCut(LogSource source, ReadOptions options, long from, long to)
      throws SourceException {
    try (var opened = Opened.of(source);
        var channel = FileChannel.open(Objects.requireNonNull(source.path()))) {
      var lines = new Lines(options, EntrySink.NONE);
      lines.learn(opened);
      long begin = Math.max(from, to - TAIL);
      byte[] tail = new byte[Math.toIntExact(to - begin)];
      int length = new FilePart(source, channel, begin, to).fill(tail);
      return lastCut(lines.cuts(), tail, length, from, begin);
    } catch (IOException failure) {
      throw source.unreadable(failure);
    }
  }

  private static OptionalLong lastCut(Cuts cuts, byte[] tail, int length, long from, long begin) {
    for (int end = length; end > 0; ) {
      int start = end;
      while (start > 0 && tail[start - 1] != '\n') {
        start--;
      }
      boolean isLineStart = start > 0 || begin == from;
      if (isLineStart && begin + start > from && cuts.isCut(tail, start, end)) {
        return OptionalLong.of(begin + start);
      }
      end = start - 1;
    }
    return OptionalLong.empty();
  }
}
