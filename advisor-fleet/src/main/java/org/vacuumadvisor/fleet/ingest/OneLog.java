package org.vacuumadvisor.fleet.ingest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import org.vacuumadvisor.fleet.archive.Cells;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.fleet.archive.RowTaker;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.source.FileFailure;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.LogFile;
import org.vacuumadvisor.source.log.reading.Result;

/// One log on its way into the archive.
///
/// A log in plain text is read in parts that end where a message begins; the next part, be it of a
/// later process, goes on there. Any other is read whole, and entries that the archive has are
/// forgotten. A message at the end that may still be written out is left for the next time.
final class OneLog {
  /// Lines at the end of a log that cannot be cut, in which its last message may stand.
  private static final int LAST_MESSAGE = 200;

  private final Path path;
  private final String cluster;
  private final String name;
  private final LogSource source;
  private final ReadOptions format;
  private final long part;
  private final long size;
  private final boolean isSettled;
  private final Fingerprint print;

  private OneLog(
      String name,
      Path path,
      String cluster,
      ReadOptions format,
      long part,
      long size,
      boolean isSettled)
      throws SourceException {
    this.name = name;
    this.path = path;
    this.cluster = cluster;
    this.format = format;
    this.part = part;
    this.size = size;
    this.isSettled = isSettled;
    this.source = LogSource.file(new Input(0, name), path);
    this.print = new Fingerprint(path, cluster, name, size, source, format);
  }

  /// What came of it.
  enum Outcome {
    READ,
    /// All but a message at its end that may not be whole.
    READ_BUT_END,
    UNCHANGED,
    /// Up to where its compressed bytes end early or are damaged.
    BROKEN,
    /// Nothing new is whole.
    WAITING,
    /// It is no log.
    FOREIGN,
    /// It became shorter meanwhile.
    CHANGED;

    /// What to tell of it; empty where nothing is wrong.
    Optional<String> problem(String log) {
      return switch (this) {
        case READ, READ_BUT_END, UNCHANGED, WAITING -> Optional.empty();
        case BROKEN ->
            Optional.of(
                "%s is damaged, or was cut: what stands before that place was taken."
                    .formatted(log));
        case FOREIGN ->
            Optional.of(
                "%s is no log of PostgreSQL: no message of a server is in it.".formatted(log));
        case CHANGED ->
            Optional.of("%s was changed while it was read. Read it again.".formatted(log));
      };
    }
  }

  /// What was taken of it at once.
  ///
  /// @param known rows that the archive had
  /// @param leftOut reports that were not understood as their lines are out of order
  record Part(long bytes, long runs, long notices, long known, long leftOut) {}

  /// Told of each part whose rows are with the writer.
  interface Taken {
    void part(Part part) throws SourceException;
  }

  static OneLog open(Path path, IngestOptions options) throws SourceException {
    try {
      var written = Files.getLastModifiedTime(path).toInstant();
      return new OneLog(
          path.toString(),
          path,
          options.clusters().of(path),
          new ReadOptions(
              options.format().format(),
              options.format().prefix(),
              LocalDate.ofInstant(written, ZoneOffset.UTC)),
          options.part(),
          Files.size(path),
          written.isBefore(Instant.now().minus(options.settled())));
    } catch (IOException failed) {
      throw new SourceException(
          "The log %s cannot be read: %s. Check its name, and that you may read it."
              .formatted(path, FileFailure.reason(failed)),
          failed);
    }
  }

  /// The log as another process saw it that planned its reading, in one part.
  static OneLog of(PlannedLog planned) throws SourceException {
    return new OneLog(
        planned.name(),
        planned.path(),
        planned.cluster(),
        planned.format(),
        Long.MAX_VALUE,
        planned.size(),
        planned.isSettled());
  }

  String cluster() {
    return cluster;
  }

  long size() {
    return size;
  }

  /// What is to be read of it, in one part.
  ///
  /// @return empty if nothing of it is new and whole
  Optional<PlannedLog> plan(KnownLogs knownLogs) throws SourceException {
    var known = print.find(knownLogs);
    if (print.isEmpty() || print.isUnchanged(known)) {
      return Optional.empty();
    }
    boolean mayBeCut = LogFile.mayBeCut(source, format);
    long from = mayBeCut ? known.map(KnownLog::resume).orElse(0L) : 0;
    long to =
        mayBeCut && !isSettled ? LogFile.lastCut(source, format, from, size).orElse(from) : size;
    boolean isWaiting = !mayBeCut && !isSettled && known.filter(print::isOfThisSize).isPresent();
    return isWaiting || from == to
        ? Optional.empty()
        : Optional.of(
            new PlannedLog(
                name,
                path.toAbsolutePath(),
                cluster,
                print.sourceId(known),
                format,
                size,
                isSettled,
                from,
                to,
                known.orElse(null)));
  }

  /// What the archive will know of it when all of it was read.
  KnownLog readWhole(PlannedLog planned) throws SourceException {
    try {
      return print.read(planned.sourceId(), planned.to(), 0, Long.MAX_VALUE, isSettled);
    } catch (IOException failed) {
      throw failed(failed);
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
  ///
  /// @param reading how its messages are found
  Outcome read(RowTaker writer, KnownLogs knownLogs, Taken taken, Reading reading)
      throws SourceException {
    if (print.isEmpty()) {
      return Outcome.UNCHANGED;
    }
    var known = print.find(knownLogs);
    if (print.isUnchanged(known)) {
      return Outcome.UNCHANGED;
    }
    try {
      return LogFile.mayBeCut(source, format)
          ? readParts(writer, knownLogs, known, taken, reading)
          : readWhole(writer, knownLogs, known, taken, reading);
    } catch (IOException failed) {
      throw failed(failed);
    }
  }

  private Outcome readParts(
      RowTaker writer, KnownLogs knownLogs, Optional<KnownLog> known, Taken taken, Reading reading)
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
      var rows = new LogRows(cluster, sourceId, name, line);
      var sink = new RowSink(writer, rows);
      var read = reading.part(source, format, from, end, sink);
      sink.check();
      if (from == 0 && sink.isForeign()) {
        return Outcome.FOREIGN;
      }
      long lines = read.lines();
      if (!isEnd) {
        var open = sink.firstIncomplete(line + lines);
        if (open.isPresent() && open.getAsLong() > line + 1) {
          sink.holdBack(cluster, sourceId, open.getAsLong());
          lines = open.getAsLong() - 1 - line;
          end = from + read.begins().of(lines + 1);
        } else if (open.isPresent() && to == size) {
          sink.holdBack(cluster, sourceId, open.getAsLong());
          break;
        }
      }
      boolean mayBeThere = !knownLogs.isComplete() || (known.isPresent() && from == 0);
      long forgotten = mayBeThere ? sink.forgetKnown(cluster, sourceId) : 0;
      if (Files.size(path) < end) {
        sink.holdBack(cluster, sourceId, line + 1);
        return Outcome.CHANGED;
      }
      var now = print.read(sourceId, end, line + lines, end, end == size && isSettled);
      cover(writer, now, from, read.result(), sink);
      knownLogs.add(now);
      taken.part(new Part(end - from, sink.runs(), sink.notices(), forgotten, sink.leftOut()));
      isNew = true;
      from = end;
      line += lines;
      if (reading.isOfOnePart()) {
        break;
      }
    }
    return from < size
        ? isNew ? Outcome.READ_BUT_END : Outcome.WAITING
        : isNew ? Outcome.READ : Outcome.UNCHANGED;
  }

  private Outcome readWhole(
      RowTaker writer, KnownLogs knownLogs, Optional<KnownLog> known, Taken taken, Reading reading)
      throws SourceException, IOException {
    if (known.filter(print::isOfThisSize).isPresent() && !isSettled) {
      return Outcome.WAITING;
    }
    var sourceId = print.sourceId(known);
    var sink = new RowSink(writer, new LogRows(cluster, sourceId, name, 0));
    var result = reading.whole(source, format, sink);
    sink.check();
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
        sink.holdBack(cluster, sourceId, first);
      }
    }
    boolean mayBeThere = known.isPresent() || !knownLogs.isComplete();
    long forgotten = mayBeThere ? sink.forgetKnown(cluster, sourceId) : 0;
    var now = print.read(sourceId, 0, 0, Long.MAX_VALUE, isWhole);
    cover(writer, now, 0, result, sink);
    knownLogs.add(now);
    taken.part(new Part(size, sink.runs(), sink.notices(), forgotten, sink.leftOut()));
    return isWhole
        ? Outcome.READ
        : detection.isCut() && isSettled ? Outcome.BROKEN : Outcome.READ_BUT_END;
  }

  private void cover(RowTaker writer, KnownLog log, long from, Result result, RowSink sink)
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
