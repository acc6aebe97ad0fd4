package org.vacuumadvisor.fleet.ingest;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.vacuumadvisor.fleet.archive.ArchiveWriter;
import org.vacuumadvisor.fleet.archive.Cells;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.fleet.ingest.IngestTally.Count;
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
/// later process, goes on there. Any other is read whole. A message at the end that may still be
/// written out is left for the next time.
final class OneLog {
  /// Lines at the end of a log that cannot be cut, in which its last message may stand.
  private static final int LAST_MESSAGE = 200;

  private static final String FOREIGN =
      "is no log of PostgreSQL: no line begins as its messages do";

  private final Path path;
  private final String cluster;
  private final IngestOptions options;
  private final ArchiveWriter writer;
  private final KnownLogs knownLogs;
  private final Taken taken;
  private final LogSource source;
  private final ReadOptions format;
  private final long size;
  private final boolean isSettled;
  private final byte[] head;

  /// Told of each part whose rows are with the writer.
  interface Taken {
    void part(IngestTally part) throws SourceException;
  }

  private OneLog(
      Path path, IngestOptions options, ArchiveWriter writer, KnownLogs knownLogs, Taken taken)
      throws SourceException, IOException {
    var written = Files.getLastModifiedTime(path).toInstant();
    this.path = path;
    this.cluster = options.clusters().of(path);
    this.options = options;
    this.writer = writer;
    this.knownLogs = knownLogs;
    this.taken = taken;
    this.source = LogSource.file(new Input(0, path.toString()), path);
    this.format =
        new ReadOptions(
            options.format().format(),
            options.format().prefix(),
            LocalDate.ofInstant(written, ZoneOffset.UTC));
    this.size = Files.size(path);
    this.isSettled = written.isBefore(Instant.now().minus(options.settled()));
    this.head = Fingerprint.head(path);
  }

  /// Reads what is new of it.
  ///
  /// @return what came of it, but for its parts
  /// @throws SourceException if rows cannot be written
  static IngestTally read(
      Path path, IngestOptions options, ArchiveWriter writer, KnownLogs knownLogs, Taken taken)
      throws SourceException {
    OneLog log;
    try {
      log = new OneLog(path, options, writer, knownLogs, taken);
    } catch (SourceException unreadable) {
      return IngestTally.problem(unreadable.explanation());
    } catch (IOException failed) {
      return IngestTally.problem(
          "The log %s cannot be read: %s. Check its name, and that you may read it."
              .formatted(path, FileFailure.reason(failed)));
    }
    try {
      return log.read();
    } catch (IOException failed) {
      throw new SourceException(
          "Reading %s failed: %s.".formatted(path, FileFailure.reason(failed)), failed);
    }
  }

  private IngestTally read() throws SourceException, IOException {
    var same = knownLogs.of(cluster, path.toString(), size, head);
    var known = Optional.<KnownLog>empty();
    for (var each : same) {
      boolean isFurther = known.filter(other -> other.end() >= each.end()).isEmpty();
      if (isFurther && !options.isAgain() && each.isIn(path, size)) {
        known = Optional.of(each);
      }
    }
    boolean isOfThisSize = known.filter(each -> each.storedBytes() == size).isPresent();
    if (head.length == 0 || (isOfThisSize && known.filter(KnownLog::isWhole).isPresent())) {
      return IngestTally.one(Count.UNCHANGED);
    }
    var sourceId =
        same.stream()
            .findFirst()
            .map(KnownLog::sourceId)
            .orElseGet(() -> Fingerprint.of(path.toString() + size + Fingerprint.of(head)));
    if (LogFile.mayBeCut(source, format)) {
      return readParts(
          sourceId, known.map(KnownLog::resume).orElse(0L), known.map(KnownLog::line).orElse(0L));
    }
    return isOfThisSize && !isSettled ? IngestTally.one(Count.WAITING) : readWhole(sourceId);
  }

  private IngestTally readParts(String sourceId, long resume, long before)
      throws SourceException, IOException {
    long from = resume;
    long line = before;
    while (from < size) {
      long to = Math.min(size, from + options.part());
      boolean isEnd = to == size && isSettled;
      var cut = isEnd ? OptionalLong.of(size) : LogFile.lastCut(source, format, from, to);
      if (cut.isEmpty() && to == size) {
        break;
      }
      long end = cut.orElse(to);
      var sink = new RowSink(writer, new LogRows(cluster, sourceId, path.toString(), line));
      var result = read(LogSource.part(source.input(), path, from, end), sink);
      if (from == 0 && sink.isForeign()) {
        return problem(FOREIGN);
      }
      long next = line + result.detections().getFirst().lines() - (endsInLine(end) ? 1 : 0);
      var open = sink.firstIncomplete(next);
      if (isEnd && !(endsInLine(size) && open.equals(sink.last()))) {
        // Only where a settled log ends within a line of its last report, more of it may come.
        open = Optional.empty();
      }
      if (open.isPresent() && (open.get() > line + 1 || to == size)) {
        sink.holdBack(open.get());
        next = open.get() - 1;
        end = place(from, next - line);
      }
      if (end == from) {
        break;
      }
      if (Files.size(path) < end) {
        sink.holdBack(line + 1);
        return problem("was changed while it was read. Read it again");
      }
      cover(known(sourceId, end, next, end == size && isSettled), from, result, sink);
      taken.part(sink.tally(end - from));
      from = end;
      line = next;
    }
    boolean isNew = from > resume;
    return from < size
        ? (isNew ? taken() : IngestTally.NONE).plus(IngestTally.one(Count.WAITING))
        : isNew ? taken() : IngestTally.one(Count.UNCHANGED);
  }

  private IngestTally readWhole(String sourceId) throws SourceException, IOException {
    var sink = new RowSink(writer, new LogRows(cluster, sourceId, path.toString(), 0));
    var result = read(source, sink);
    if (sink.isForeign()) {
      return problem(FOREIGN);
    }
    var detection = result.detections().getFirst();
    boolean isWhole = isSettled && !detection.isCut();
    if (!isWhole) {
      long lines = detection.lines();
      var last = sink.last().filter(line -> line > lines - LAST_MESSAGE);
      var open = sink.firstIncomplete(lines);
      sink.holdBack(Math.min(open.orElse(Long.MAX_VALUE), last.orElse(Long.MAX_VALUE)));
    }
    cover(known(sourceId, 0, 0, isWhole), 0, result, sink);
    taken.part(sink.tally(size));
    if (isWhole) {
      return taken();
    }
    return taken()
        .plus(
            isSettled
                ? problem("is damaged, or was cut: what stands before that place was taken")
                : IngestTally.one(Count.WAITING));
  }

  /// Something new was read of it.
  private IngestTally taken() {
    return new IngestTally(Map.of(Count.FILES, 1L), Set.of(cluster), List.of(), List.of());
  }

  private IngestTally problem(String what) {
    return IngestTally.problem("%s %s.".formatted(path, what));
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

  /// The place so many lines behind another.
  private long place(long from, long lines) throws IOException {
    long place = from;
    try (var channel = FileChannel.open(path);
        var in =
            new BufferedInputStream(Channels.newInputStream(channel.position(from)), 1 << 16)) {
      long left = lines;
      for (int next = 0; left > 0 && next >= 0; place++) {
        next = in.read();
        left -= next == '\n' ? 1 : 0;
      }
    }
    return place;
  }

  /// @param resume where reading goes on
  /// @param line how many lines stand before that place
  private KnownLog known(String sourceId, long resume, long line, boolean isWhole)
      throws IOException {
    return new KnownLog(
        cluster,
        sourceId,
        path.toString(),
        size,
        resume,
        line,
        head.length,
        Fingerprint.of(head),
        Fingerprint.before(path, resume > 0 ? resume : size),
        isWhole);
  }

  private void cover(KnownLog log, long from, Result result, RowSink sink) throws SourceException {
    knownLogs.add(log);
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
