package org.vacuumadvisor.fleet.ingest;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.fleet.archive.ArchiveWriter;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.fleet.ingest.IngestTally.Count;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.source.SourceException;

/// Takes the runs and notices of a log on as they come, and remembers what may not be whole yet.
final class RowSink implements RunSink {
  /// A run that broke off so many lines before the end will not be made whole by lines to come.
  private static final int NEAR_END = 2_000;

  private static final int REMEMBERED = 1_000;

  private final ArchiveWriter writer;
  private final LogRows rows;
  private final Deque<Long> incomplete = new ArrayDeque<>();
  private @Nullable SourceException failure;
  private long runs;
  private long notices;
  private long last;
  private @Nullable Instant lastTime;
  private long leftOut;
  private boolean isForeign;

  RowSink(ArchiveWriter writer, LogRows rows) {
    this.writer = writer;
    this.rows = rows;
  }

  @Override
  public void run(Run run) {
    runs++;
    Moments.end(run).ifPresent(this::at);
    seen(rows.line(run), run.is(Trait.COMPLETE));
    add(Dataset.RUNS, rows.of(run));
  }

  @Override
  public void notice(Notice notice) {
    switch (notice.kind()) {
      case EMPTY_INPUT, NO_VACUUM_OUTPUT, YEAR_ASSUMED -> {}
      case BINARY_INPUT, NOT_A_LOG -> isForeign = true;
      case LINES_OUT_OF_ORDER -> {
        var reports = notice.text();
        leftOut += reports == null ? 0 : Long.parseLong(reports);
      }
      default -> {
        notices++;
        Moments.of(notice).ifPresent(this::at);
        seen(rows.line(notice), notice.kind() != NoticeKind.INCOMPLETE_RECORD);
        add(Dataset.NOTICES, rows.of(notice));
      }
    }
  }

  private void at(Instant time) {
    lastTime = lastTime == null || time.isAfter(lastTime) ? time : lastTime;
  }

  /// The latest time of a row; empty where none has one. What is held back counts as well: it comes
  /// the next time.
  Optional<Instant> lastTime() {
    return Optional.ofNullable(lastTime);
  }

  private void seen(long line, boolean isWhole) {
    last = Math.max(last, line);
    if (!isWhole) {
      incomplete.addLast(line);
      if (incomplete.size() > REMEMBERED) {
        incomplete.removeFirst();
      }
    }
  }

  private void add(Dataset dataset, List<? extends @Nullable Object> row) {
    try {
      if (failure == null) {
        writer.add(dataset, row);
      }
    } catch (SourceException failed) {
      failure = failed;
    }
  }

  /// Leaves what stands from a line on for the next time.
  void holdBack(long line) throws SourceException {
    runs -= writer.forgetFrom(Dataset.RUNS, rows.cluster(), rows.file(), line);
    notices -= writer.forgetFrom(Dataset.NOTICES, rows.cluster(), rows.file(), line);
  }

  /// Says that rows could not be taken.
  void check() throws SourceException {
    if (failure != null) {
      throw failure;
    }
  }

  /// Whether it is no log at all.
  boolean isForeign() {
    return isForeign;
  }

  long runs() {
    return runs;
  }

  long notices() {
    return notices;
  }

  /// What was taken.
  IngestTally tally(long bytes) {
    return IngestTally.of(
        Map.of(
            Count.BYTES, bytes, Count.RUNS, runs, Count.NOTICES, notices, Count.LEFT_OUT, leftOut));
  }

  /// The first line near the end of something that is not whole.
  ///
  /// @param lines how many lines there are
  Optional<Long> firstIncomplete(long lines) {
    return incomplete.stream().filter(line -> line > lines - NEAR_END).min(Long::compare);
  }

  /// The line of the last row; empty if there is none.
  Optional<Long> last() {
    return last == 0 ? Optional.empty() : Optional.of(last);
  }
}
