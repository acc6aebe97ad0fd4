package org.vacuumadvisor.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.run.Notice;
import org.vacuumadvisor.model.run.Run;
import org.vacuumadvisor.model.run.RunSink;
import org.vacuumadvisor.model.run.Trait;

/// Runs as a table for spreadsheets and databases: CSV of RFC 4180, a line a run. Runs go out as
/// they come. What a run does not say is empty. Text that a spreadsheet would take for a formula
/// has an apostrophe before it.
public final class CsvRuns implements RunSink {
  private record Column(String name, Function<Run, @Nullable Object> value) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column("file", run -> run.heading().place().input().name()),
          new Column("line", run -> run.heading().place().line()),
          new Column("timestamp", run -> run.heading().stamp().timestamp()),
          new Column("timezone", run -> run.heading().stamp().zone()),
          new Column("pid", run -> run.heading().stamp().pid()),
          new Column("kind", run -> word(run.heading().command())),
          new Column("mode", run -> word(run.heading().mode())),
          new Column("trigger", run -> word(run.heading().trigger())),
          new Column("database", run -> run.heading().name().database()),
          new Column("schema", run -> run.heading().name().schema()),
          new Column("table", run -> run.heading().name().table()),
          new Column("aggressive", run -> run.is(Trait.AGGRESSIVE)),
          new Column("to_prevent_wraparound", run -> run.is(Trait.TO_PREVENT_WRAPAROUND)),
          new Column("failsafe", run -> run.is(Trait.FAILSAFE)),
          new Column("complete", run -> run.is(Trait.COMPLETE)),
          new Column("elapsed_seconds", Run::elapsedSeconds),
          new Column("delay_ms", run -> run.usage().delayMs()),
          new Column("index_scans", run -> run.outcome().indexScans()),
          new Column("pages_removed", run -> run.outcome().pages().removed()),
          new Column("pages_remain", run -> run.outcome().pages().remain()),
          new Column("pages_scanned", run -> run.outcome().pages().scanned()),
          new Column("pages_skipped_pinned", run -> run.outcome().pages().skippedPinned()),
          new Column("tuples_removed", run -> run.outcome().tuples().removed()),
          new Column("tuples_remain", run -> run.outcome().tuples().remain()),
          new Column("tuples_dead_not_removable", run -> run.outcome().tuples().deadNotRemovable()),
          new Column("tuples_missed_dead", run -> run.outcome().tuples().missedDead()),
          new Column("oldest_xmin", run -> run.outcome().oldestXmin()),
          of("cutoff_xid", run -> run.outcome().cutoff(), cutoff -> cutoff.xid()),
          of("cutoff_age", run -> run.outcome().cutoff(), cutoff -> cutoff.age()),
          of("relfrozenxid_ahead", run -> run.outcome().newRelfrozenXid(), each -> each.ahead()),
          of("relminmxid_ahead", run -> run.outcome().newRelminMxid(), each -> each.ahead()),
          of("pages_frozen", run -> run.outcome().frozen(), frozen -> frozen.pages()),
          of("tuples_frozen", run -> run.outcome().frozen(), frozen -> frozen.tuples()),
          of("index_scan", run -> run.outcome().indexScan(), scan -> word(scan.decision())),
          of("dead_item_ids", run -> run.outcome().indexScan(), scan -> scan.deadItemIds()),
          of("read_mb_per_second", run -> run.usage().rates(), rates -> rates.readMBps()),
          of("write_mb_per_second", run -> run.usage().rates(), rates -> rates.writeMBps()),
          of("buffer_hits", run -> run.usage().buffers(), buffers -> buffers.hits()),
          of("buffer_reads", run -> run.usage().buffers(), buffers -> buffers.reads()),
          of("buffers_dirtied", run -> run.usage().buffers(), buffers -> buffers.dirtied()),
          of("wal_records", run -> run.usage().wal(), wal -> wal.records()),
          of("wal_full_page_images", run -> run.usage().wal(), wal -> wal.fullPageImages()),
          of("wal_bytes", run -> run.usage().wal(), wal -> wal.bytes()));

  private final Writer to;

  /// Writes the head.
  public CsvRuns(Writer to) {
    this.to = to;
    write(COLUMNS.stream().map(Column::name).collect(Collectors.joining(",")));
  }

  /// @throws UncheckedIOException if it cannot be written
  @Override
  public void run(Run run) {
    write(
        COLUMNS.stream()
            .map(column -> cell(column.value().apply(run)))
            .collect(Collectors.joining(",")));
  }

  @Override
  public void notice(Notice notice) {
    // a line is a run
  }

  private static <T> Column of(
      String name, Function<Run, @Nullable T> part, Function<T, @Nullable Object> value) {
    return new Column(
        name,
        run -> {
          var known = part.apply(run);
          return known == null ? null : value.apply(known);
        });
  }

  private static @Nullable String word(@Nullable Enum<?> constant) {
    return constant == null ? null : constant.name().toLowerCase(Locale.ROOT);
  }

  private static String cell(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case String text -> quoted(text);
      default -> value.toString();
    };
  }

  private static String quoted(String text) {
    var harmless = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    boolean isPlain = harmless.chars().noneMatch(each -> each == ',' || each == '"' || each < ' ');
    return isPlain ? harmless : '"' + harmless.replace("\"", "\"\"") + '"';
  }

  private void write(String line) {
    try {
      to.write(line);
      to.write("\r\n");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
