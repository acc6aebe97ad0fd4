package org.vacuumadvisor.fleet.ingest;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.vacuumadvisor.fleet.archive.ArchiveWriter;
import org.vacuumadvisor.fleet.archive.Cells;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.source.FileFailure;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.LogFile;
import org.vacuumadvisor.source.log.reading.Result;
import org.vacuumadvisor.source.log.reading.RunReader;

/// One log on its way into the archive.
///
/// A log in plain text is read in parts that end where a message begins; the next part, be it of a
/// later process, goes on there. Any other is read whole, and entries that the archive has are
/// forgotten. A message at the end that may still be written out is left for the next time.
final class OneLog {
  /// Lines at the end of a log that cannot be cut, in which its last message may stand.
  private static final int LAST_MESSAGE = 200;

  private static final int BUFFER = 64 << 10;

  private final Path path;
  private final String cluster;
  private final LogSource source;
  private final ReadOptions format;
  private final long part;
  private final long size;
  private final boolean isSettled;
  private final Fingerprint print;

  private OneLog(Path path, IngestOptions options, Instant written, long size)
      throws SourceException {
    this.path = path;
    this.cluster = options.clusters().of(path);
    this.format =
        new ReadOptions(
            options.format().format(),
            options.format().prefix(),
            LocalDate.ofInstant(written, ZoneOffset.UTC));
    this.part = options.part();
    this.size = size;
    this.isSettled = written.isBefore(Instant.now().minus(options.settled()));
    this.source = LogSource.file(new Input(0, path.toString()), path);
    this.print = new Fingerprint(path, cluster, size, source, format);
  }

  /// What came of it.
  enum Outcome {
    READ(1, 0, 0, ""),
    /// All but a message at its end that may not be whole.
    READ_BUT_END(1, 0, 1, ""),
    UNCHANGED(0, 1, 0, ""),
    /// Up to where its compressed bytes end early or are damaged.
    BROKEN(1, 0, 0, "%s is damaged, or was cut: what stands before that place was taken."),
    /// Nothing new is whole.
    WAITING(0, 0, 1, ""),
    FOREIGN(0, 0, 0, "%s is no log of PostgreSQL: no message of a server is in it."),
    /// It became shorter meanwhile.
    CHANGED(0, 0, 0, "%s was changed while it was read. Read it again.");

    private final int read;
    private final int unchanged;
    private final int waiting;
    private final String problem;

    Outcome(int read, int unchanged, int waiting, String problem) {
      this.read = read;
      this.unchanged = unchanged;
      this.waiting = waiting;
      this.problem = problem;
    }

    /// What it counts for, but for rows.
    IngestTally of(OneLog log) {
      return new IngestTally(
          read,
          unchanged,
          0,
          0,
          0,
          0,
          waiting,
          0,
          read == 0 ? Set.of() : Set.of(log.cluster),
          problem.isEmpty() ? List.of() : List.of(problem.formatted(log.path)),
          List.of());
    }
  }

  /// Told of each part whose rows are with the writer.
  interface Taken {
    void part(IngestTally part) throws SourceException;
  }

  static OneLog open(Path path, IngestOptions options) throws SourceException {
    try {
      return new OneLog(
          path, options, Files.getLastModifiedTime(path).toInstant(), Files.size(path));
    } catch (IOException failed) {
      throw new SourceException(
          "The log %s cannot be read: %s. Check its name, and that you may read it."
              .formatted(path, FileFailure.reason(failed)),
          failed);
    }
  }

  private SourceException failed(IOException failed) {
    return new SourceException(
        "Reading %s failed: %s.".formatted(path, FileFailure.reason(failed)), failed);
  }

  /// Whether it is a copy, or a longer version, of a log whose rows wait for their commit: they are
  /// not found in the archive before.
  boolean isOfUncommitted(KnownLogs knownLogs) {
    var known = print.find(knownLogs);
    return !print.isUnchanged(known) && known.filter(knownLogs::isUncommitted).isPresent();
  }

  /// Reads what is new of it.
  Outcome read(ArchiveWriter writer, KnownLogs knownLogs, Taken taken) throws SourceException {
    if (print.isEmpty()) {
      return Outcome.UNCHANGED;
    }
    var known = print.find(knownLogs);
    if (print.isUnchanged(known)) {
      return Outcome.UNCHANGED;
    }
    try {
      return LogFile.mayBeCut(source, format)
          ? readParts(writer, knownLogs, known, taken)
          : readWhole(writer, knownLogs, known, taken);
    } catch (IOException failed) {
      throw failed(failed);
    }
  }

  private Outcome readParts(
      ArchiveWriter writer, KnownLogs knownLogs, Optional<KnownLog> known, Taken taken)
      throws SourceException, IOException {
    long from = known.map(KnownLog::resume).orElse(0L);
    long line = known.map(KnownLog::line).orElse(0L);
    var sourceId = print.sourceId(known);
    boolean isNew = false;
    while (from < size) {
      long to = size - from > part ? from + part : size;
      boolean isEnd = to == size && isSettled;
      long end = to;
      if (!isEnd) {
        var cut = LogFile.lastCut(source, format, from, to);
        if (cut.isEmpty() && to == size) {
          break;
        }
        end = cut.orElse(to);
      }
      var sink = new RowSink(writer, new LogRows(cluster, sourceId, path.toString(), line));
      var result = read(LogSource.part(source.input(), path, from, end), sink);
      if (from == 0 && sink.isForeign()) {
        return Outcome.FOREIGN;
      }
      long lines = result.detections().getFirst().lines() - (endsInLine(end) ? 1 : 0);
      if (!isEnd) {
        var open = sink.firstIncomplete(line + lines);
        if (open.isPresent() && open.getAsLong() > line + 1) {
          sink.holdBack(open.getAsLong());
          end = begin(from, end, line + lines + 1 - open.getAsLong());
          lines = open.getAsLong() - 1 - line;
        } else if (open.isPresent() && to == size) {
          sink.holdBack(open.getAsLong());
          break;
        }
      }
      boolean mayBeThere = !knownLogs.isComplete() || (known.isPresent() && from == 0);
      long forgotten = mayBeThere ? sink.forgetKnown() : 0;
      if (Files.size(path) < end) {
        sink.holdBack(line + 1);
        return Outcome.CHANGED;
      }
      var now = print.read(sourceId, end, line + lines, end, end == size && isSettled);
      cover(writer, now, from, result, sink);
      knownLogs.add(now);
      taken.part(sink.tally(end - from, forgotten));
      isNew = true;
      from = end;
      line += lines;
    }
    return from < size
        ? isNew ? Outcome.READ_BUT_END : Outcome.WAITING
        : isNew ? Outcome.READ : Outcome.UNCHANGED;
  }

  private Outcome readWhole(
      ArchiveWriter writer, KnownLogs knownLogs, Optional<KnownLog> known, Taken taken)
      throws SourceException, IOException {
    if (known.filter(print::isOfThisSize).isPresent() && !isSettled) {
      return Outcome.WAITING;
    }
    var sourceId = print.sourceId(known);
    var sink = new RowSink(writer, new LogRows(cluster, sourceId, path.toString(), 0));
    var result = read(source, sink);
    if (sink.isForeign()) {
      return Outcome.FOREIGN;
    }
    var detection = result.detections().getFirst();
    boolean isWhole = isSettled && !detection.isCut();
    if (!isWhole) {
      long lines = detection.lines();
      var open = sink.firstIncomplete(lines);
      var last = sink.last().filter(line -> line > lines - LAST_MESSAGE);
      long first = Math.min(open.orElse(Long.MAX_VALUE), last.orElse(Long.MAX_VALUE));
      if (first < Long.MAX_VALUE) {
        sink.holdBack(first);
      }
    }
    long forgotten = known.isPresent() || !knownLogs.isComplete() ? sink.forgetKnown() : 0;
    var now = print.read(sourceId, 0, 0, Long.MAX_VALUE, isWhole);
    cover(writer, now, 0, result, sink);
    knownLogs.add(now);
    taken.part(sink.tally(size, forgotten));
    return isWhole
        ? Outcome.READ
        : detection.isCut() && isSettled ? Outcome.BROKEN : Outcome.READ_BUT_END;
  }

  private Result read(LogSource log, RowSink sink) throws SourceException {
    var result = new RunReader(format).read(List.of(log), sink, Progress.NONE);
    sink.check();
    return result;
  }

  /// Whether what stands before a place is the beginning of a line.
  private boolean endsInLine(long end) throws IOException {
    try (var channel = FileChannel.open(path)) {
      var last = ByteBuffer.allocate(1);
      return channel.read(last, end - 1) == 1 && last.get(0) != '\n';
    }
  }

  /// Where the line begins that so many line feeds follow up to the end.
  private long begin(long from, long to, long feeds) throws IOException {
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
            return begin + at + 1;
          }
        }
        end = begin;
      }
    }
    return from;
  }

  private void cover(ArchiveWriter writer, KnownLog log, long from, Result result, RowSink sink)
      throws SourceException {
    writer.add(
        Dataset.COVERAGE,
        log.put(new Cells(Dataset.COVERAGE))
            .put("time", Instant.now())
            .put("kind", "log")
            .put("from_offset", from)
            .put("entries", result.understanding().entries())
            .put("entries_read", result.understanding().read())
            .put("unknown_lines", result.understanding().unknownLines())
            .put("runs", sink.runs())
            .put("notices", sink.notices())
            .put("last_time", sink.lastTime().orElse(null))
            .row());
  }
}
