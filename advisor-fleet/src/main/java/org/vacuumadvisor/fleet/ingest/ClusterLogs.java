package org.vacuumadvisor.fleet.ingest;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.Result;
import org.vacuumadvisor.source.log.reading.RunReader;

/// The logs of one cluster on their way into an archive, after other processes found their
/// messages: makes the rows.
public final class ClusterLogs {
  private final Set<String> twins;
  private final BiConsumer<Dataset, List<? extends @Nullable Object>> rows;
  private final KnownLogs knownLogs = new KnownLogs();
  private final Map<String, Set<String>> seen = new HashMap<>();

  /// @param twins those of the plan
  /// @param rows takes all rows
  public ClusterLogs(
      Set<String> twins, BiConsumer<Dataset, List<? extends @Nullable Object>> rows) {
    this.twins = twins;
    this.rows = rows;
  }

  /// What came of a log.
  ///
  /// @param leftOut reports of which only the heading was read, as their lines are out of order
  /// @param isLeft whether something at its end is left for the next time
  /// @param problem a sentence where it was not read to its end; if nothing `counts`, not at all
  public record Taken(
      long runs,
      long notices,
      long known,
      long leftOut,
      boolean isLeft,
      Optional<String> problem,
      boolean counts) {}

  /// Makes the rows of a log.
  ///
  /// @param found what was found in all its parts, in their order
  /// @param kept keys of the rows of this log that the archive has
  public Taken take(PlannedLog log, Iterator<byte[]> found, Set<String> kept) {
    log.known().ifPresent(knownLogs::add);
    boolean hasTwin = twins.contains(log.sourceId());
    var before = seen.getOrDefault(log.sourceId(), Set.of());
    var known = before.isEmpty() ? kept : with(kept, before);
    var noted = hasTwin ? new HashSet<String>() : null;
    var window = new RowWindow(rows, known, noted);
    var parts = new HashSet<OneLog.Part>();
    try {
      var outcome =
          OneLog.of(log).read(window, knownLogs, parts::add, new JoinedReading(log, found));
      window.end();
      if (noted != null) {
        seen.computeIfAbsent(log.sourceId(), _ -> new HashSet<>()).addAll(noted);
      }
      var part = parts.stream().findFirst().orElse(new OneLog.Part(0, 0, 0, 0, 0));
      return new Taken(
          part.runs(),
          part.notices(),
          part.known(),
          part.leftOut(),
          outcome == OneLog.Outcome.READ_BUT_END || outcome == OneLog.Outcome.WAITING,
          outcome.problem(log.name()),
          outcome != OneLog.Outcome.FOREIGN && outcome != OneLog.Outcome.CHANGED);
    } catch (SourceException failed) {
      return new Taken(0, 0, 0, 0, false, Optional.of(failed.explanation()), false);
    }
  }

  private static Set<String> with(Set<String> some, Set<String> others) {
    var all = new HashSet<>(some);
    all.addAll(others);
    return all;
  }

  /// The messages of a log were found by other processes.
  private static final class JoinedReading implements Reading {
    private static final int BUFFER = 64 << 10;

    private final PlannedLog planned;
    private final Iterator<byte[]> found;

    JoinedReading(PlannedLog planned, Iterator<byte[]> found) {
      this.planned = planned;
      this.found = found;
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
      return RunReader.join(log.input(), found, sink);
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
}
