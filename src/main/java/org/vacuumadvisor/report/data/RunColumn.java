package org.vacuumadvisor.report.data;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Trait;

/// One figure of a run under a name that tables and files use.
///
/// @param name in lower case with underscores, the unit in it where it has one
/// @param value null where the run does not say
public record RunColumn(String name, Kind kind, Function<Run, @Nullable Object> value) {

  /// What a column holds.
  public enum Kind {
    /// A [String].
    TEXT,
    /// A [Long].
    COUNT,
    /// A [Double].
    REAL,
    /// A [Boolean].
    FLAG
  }

  /// All of them, in the order of the columns.
  public static final List<RunColumn> ALL =
      List.of(
          new RunColumn("file", Kind.TEXT, run -> run.heading().place().input().name()),
          new RunColumn("line", Kind.COUNT, run -> run.heading().place().line()),
          new RunColumn("timestamp", Kind.TEXT, run -> run.heading().stamp().timestamp()),
          new RunColumn("timezone", Kind.TEXT, run -> run.heading().stamp().zone()),
          new RunColumn("pid", Kind.COUNT, run -> run.heading().stamp().pid()),
          new RunColumn("kind", Kind.TEXT, run -> word(run.heading().command())),
          new RunColumn("mode", Kind.TEXT, run -> word(run.heading().mode())),
          new RunColumn("trigger", Kind.TEXT, run -> word(run.heading().trigger())),
          new RunColumn("database", Kind.TEXT, run -> run.heading().name().database()),
          new RunColumn("schema", Kind.TEXT, run -> run.heading().name().schema()),
          new RunColumn("table", Kind.TEXT, run -> run.heading().name().table()),
          new RunColumn("aggressive", Kind.FLAG, run -> run.is(Trait.AGGRESSIVE)),
          new RunColumn(
              "to_prevent_wraparound", Kind.FLAG, run -> run.is(Trait.TO_PREVENT_WRAPAROUND)),
          new RunColumn("failsafe", Kind.FLAG, run -> run.is(Trait.FAILSAFE)),
          new RunColumn("complete", Kind.FLAG, run -> run.is(Trait.COMPLETE)),
          new RunColumn("elapsed_seconds", Kind.REAL, Run::elapsedSeconds),
          new RunColumn("delay_ms", Kind.REAL, run -> run.usage().delayMs()),
          new RunColumn("index_scans", Kind.COUNT, run -> run.outcome().indexScans()),
          new RunColumn("pages_removed", Kind.COUNT, run -> run.outcome().pages().removed()),
          new RunColumn("pages_remain", Kind.COUNT, run -> run.outcome().pages().remain()),
          new RunColumn("pages_scanned", Kind.COUNT, run -> run.outcome().pages().scanned()),
          new RunColumn(
              "pages_skipped_pinned", Kind.COUNT, run -> run.outcome().pages().skippedPinned()),
          new RunColumn("tuples_removed", Kind.COUNT, run -> run.outcome().tuples().removed()),
          new RunColumn("tuples_remain", Kind.COUNT, run -> run.outcome().tuples().remain()),
          new RunColumn(
              "tuples_dead_not_removable",
              Kind.COUNT,
              run -> run.outcome().tuples().deadNotRemovable()),
          new RunColumn(
              "tuples_missed_dead", Kind.COUNT, run -> run.outcome().tuples().missedDead()),
          new RunColumn("oldest_xmin", Kind.COUNT, run -> run.outcome().oldestXmin()),
          of("cutoff_xid", Kind.COUNT, run -> run.outcome().cutoff(), cutoff -> cutoff.xid()),
          of("cutoff_age", Kind.COUNT, run -> run.outcome().cutoff(), cutoff -> cutoff.age()),
          of(
              "relfrozenxid_ahead",
              Kind.COUNT,
              run -> run.outcome().newRelfrozenXid(),
              each -> each.ahead()),
          of(
              "relminmxid_ahead",
              Kind.COUNT,
              run -> run.outcome().newRelminMxid(),
              each -> each.ahead()),
          of("pages_frozen", Kind.COUNT, run -> run.outcome().frozen(), frozen -> frozen.pages()),
          of("tuples_frozen", Kind.COUNT, run -> run.outcome().frozen(), frozen -> frozen.tuples()),
          of(
              "index_scan",
              Kind.TEXT,
              run -> run.outcome().indexScan(),
              scan -> word(scan.decision())),
          of(
              "dead_item_ids",
              Kind.COUNT,
              run -> run.outcome().indexScan(),
              scan -> scan.deadItemIds()),
          of(
              "read_mb_per_second",
              Kind.REAL,
              run -> run.usage().rates(),
              rates -> rates.readMBps()),
          of(
              "write_mb_per_second",
              Kind.REAL,
              run -> run.usage().rates(),
              rates -> rates.writeMBps()),
          of("buffer_hits", Kind.COUNT, run -> run.usage().buffers(), buffers -> buffers.hits()),
          of("buffer_reads", Kind.COUNT, run -> run.usage().buffers(), buffers -> buffers.reads()),
          of(
              "buffers_dirtied",
              Kind.COUNT,
              run -> run.usage().buffers(),
              buffers -> buffers.dirtied()),
          of("wal_records", Kind.COUNT, run -> run.usage().wal(), wal -> wal.records()),
          of(
              "wal_full_page_images",
              Kind.COUNT,
              run -> run.usage().wal(),
              wal -> wal.fullPageImages()),
          of("wal_bytes", Kind.COUNT, run -> run.usage().wal(), wal -> wal.bytes()));

  private static <T> RunColumn of(
      String name,
      Kind kind,
      Function<Run, @Nullable T> part,
      Function<T, @Nullable Object> value) {
    return new RunColumn(
        name,
        kind,
        run -> {
          var known = part.apply(run);
          return known == null ? null : value.apply(known);
        });
  }

  private static @Nullable String word(@Nullable Enum<?> constant) {
    return constant == null ? null : constant.name().toLowerCase(Locale.ROOT);
  }
}
