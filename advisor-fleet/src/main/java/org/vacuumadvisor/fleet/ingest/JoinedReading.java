package org.vacuumadvisor.fleet.ingest;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Objects;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.Result;
import org.vacuumadvisor.source.log.reading.RunReader;

/// The messages of a log were found by other processes.
final class JoinedReading implements Reading {
  private static final int BUFFER = 64 << 10;

  private final PlannedLog planned;
  private final Iterator<byte[]> found;
  private final LogJudge judge;

  /// @param judge sums up what the log tells
  JoinedReading(PlannedLog planned, Iterator<byte[]> found, LogJudge judge) {
    this.planned = planned;
    this.found = found;
    this.judge = judge;
  }

  @Override
  public Part part(LogSource log, ReadOptions format, long from, long to, RunSink sink)
      throws SourceException, IOException {
    if (from != planned.from() || to != planned.to()) {
      throw new SourceException(
          OneLog.Outcome.CHANGED.problem(planned.name()).orElse("It was changed."));
    }
    var path = Objects.requireNonNull(log.path());
    var result = whole(log, format, sink);
    long all = result.detections().getFirst().lines();
    long lines = endsInLine(path, to) ? all - 1 : all;
    return new Part(result, lines, line -> begin(path, from, to, lines + 1 - line));
  }

  @Override
  public boolean isOfOnePart() {
    return true;
  }

  @Override
  public Result whole(LogSource log, ReadOptions format, RunSink sink) throws SourceException {
    var result = RunReader.join(log.input(), found, judge.listeningTo(sink));
    judge.understood(result.understanding());
    return result;
  }

  private static boolean endsInLine(Path path, long end) throws IOException {
    try (var channel = FileChannel.open(path)) {
      var last = ByteBuffer.allocate(1);
      return channel.read(last, end - 1) == 1 && last.get(0) != '\n';
    }
  }

  /// Where the line begins that so many line feeds follow up to the end, counted from `from`.
  private static long begin(Path path, long from, long to, long feeds) throws IOException {
    long left = feeds + 1;
    try (var channel = FileChannel.open(path)) {
      for (long end = to; end > from; ) {
        long begin = Math.max(from, end - BUFFER);
        var bytes = ByteBuffer.allocate((int) (end - begin));
        while (bytes.hasRemaining() && channel.read(bytes, begin + bytes.position()) >= 0) {
          // Until all of it is there.
        }
        for (int at = bytes.position() - 1; at >= 0; at--) {
          left -= bytes.get(at) == '\n' ? 1 : 0;
          if (left == 0) {
            return begin + at + 1 - from;
          }
        }
        end = begin;
      }
    }
    return 0;
  }
}
