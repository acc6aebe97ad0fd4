package org.vacuumadvisor.fleet.ingest;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.Result;
import org.vacuumadvisor.source.log.reading.RunReader;

/// How the runs and notices of a log are found.
interface Reading {
  /// This process reads the log.
  Reading HERE =
      new Reading() {
        @Override
        public Part part(LogSource log, ReadOptions format, long from, long to, RunSink sink)
            throws SourceException, IOException {
          Path path = Objects.requireNonNull(log.path());
          try (var in = Channels.newInputStream(FileChannel.open(path).position(from))) {
            var part = new PartStream(in, to - from);
            var result =
                new RunReader(format)
                    .read(List.of(LogSource.stream(log.input(), part)), sink, Progress.NONE);
            return new Part(result, part.lines(), part::begin);
          }
        }

        @Override
        public boolean isOfOnePart() {
          return false;
        }

        @Override
        public Result whole(LogSource log, ReadOptions format, RunSink sink)
            throws SourceException {
          return new RunReader(format).read(List.of(log), sink, Progress.NONE);
        }
      };

  /// Reads a part of a log that may be cut where it begins and ends.
  ///
  /// @param from where it begins, in bytes
  /// @param to where it ends
  Part part(LogSource log, ReadOptions format, long from, long to, RunSink sink)
      throws SourceException, IOException;

  /// Whether it reads no more than one part of a log.
  boolean isOfOnePart();

  /// Reads all of a log.
  Result whole(LogSource log, ReadOptions format, RunSink sink) throws SourceException;

  /// How the reading of a part went.
  ///
  /// @param lines how many lines ended in it
  record Part(Result result, long lines, LineBegins begins) {}

  /// Where a line begins, in bytes from the beginning of the part.
  interface LineBegins {
    /// The place of a line.
    ///
    /// @param line from 1; one of the last 4,096
    long of(long line) throws IOException;
  }

  /// The bytes of a part of a log on their way to its reader. It counts lines, and knows where the
  /// last of them begin.
  final class PartStream extends FilterInputStream {
    /// Of how many lines it knows where they begin.
    static final int REMEMBERED = 4096;

    private final long[] begins = new long[REMEMBERED];
    private long left;
    private long at;
    private long lines;

    /// @param in at the beginning of the part
    /// @param length how long the part is
    PartStream(InputStream in, long length) {
      super(in);
      left = length;
    }

    /// How many lines ended.
    long lines() {
      return lines;
    }

    /// Where a line begins, in bytes from the beginning of the part.
    ///
    /// @param line from 1; one of the last ones
    long begin(long line) {
      return line == 1 ? 0 : begins[Math.floorMod(line, REMEMBERED)];
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int from, int most) throws IOException {
      if (left <= 0) {
        return -1;
      }
      int got = super.read(into, from, (int) Math.min(most, left));
      if (got < 0) {
        left = 0;
        return -1;
      }
      left -= got;
      for (int each = from; each < from + got; each++) {
        at++;
        if (into[each] == '\n') {
          lines++;
          begins[Math.floorMod(lines + 1, REMEMBERED)] = at;
        }
      }
      return got;
    }
  }
}
