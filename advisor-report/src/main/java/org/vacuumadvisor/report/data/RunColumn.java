package org.vacuumadvisor.report.data;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Trait;

/// One figure of a run under a name that tables and files use.
///
/// @param name in lower case with underscores, the unit in it where it has one
/// @param path the members of the run that lead to it: `outcome.pages.removed`
/// @param value null where the run does not say
public record RunColumn(
    String name, Kind kind, String path, Function<Run, @Nullable Object> value) {

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
          of("file", Kind.TEXT, "heading.place.input.name"),
          of("line", Kind.COUNT, "heading.place.line"),
          of("timestamp", Kind.TEXT, "heading.stamp.timestamp"),
          of("timezone", Kind.TEXT, "heading.stamp.zone"),
          of("pid", Kind.COUNT, "heading.stamp.pid"),
          of("kind", Kind.TEXT, "heading.command"),
          of("mode", Kind.TEXT, "heading.mode"),
          of("trigger", Kind.TEXT, "heading.trigger"),
          of("database", Kind.TEXT, "heading.name.database"),
          of("schema", Kind.TEXT, "heading.name.schema"),
          of("table", Kind.TEXT, "heading.name.table"),
          of(Trait.AGGRESSIVE),
          of(Trait.TO_PREVENT_WRAPAROUND),
          of(Trait.FAILSAFE),
          of(Trait.COMPLETE),
          of("elapsed_seconds", Kind.REAL, "usage.cpu.elapsed"),
          of("delay_ms", Kind.REAL, "usage.delayMs"),
          of("index_scans", Kind.COUNT, "outcome.indexScans"),
          of("pages_removed", Kind.COUNT, "outcome.pages.removed"),
          of("pages_remain", Kind.COUNT, "outcome.pages.remain"),
          of("pages_scanned", Kind.COUNT, "outcome.pages.scanned"),
          of("pages_skipped_pinned", Kind.COUNT, "outcome.pages.skippedPinned"),
          of("tuples_removed", Kind.COUNT, "outcome.tuples.removed"),
          of("tuples_remain", Kind.COUNT, "outcome.tuples.remain"),
          of("tuples_dead_not_removable", Kind.COUNT, "outcome.tuples.deadNotRemovable"),
          of("tuples_missed_dead", Kind.COUNT, "outcome.tuples.missedDead"),
          of("oldest_xmin", Kind.COUNT, "outcome.oldestXmin"),
          of("cutoff_xid", Kind.COUNT, "outcome.cutoff.xid"),
          of("cutoff_age", Kind.COUNT, "outcome.cutoff.age"),
          of("relfrozenxid_ahead", Kind.COUNT, "outcome.newRelfrozenXid.ahead"),
          of("relminmxid_ahead", Kind.COUNT, "outcome.newRelminMxid.ahead"),
          of("pages_frozen", Kind.COUNT, "outcome.frozen.pages"),
          of("tuples_frozen", Kind.COUNT, "outcome.frozen.tuples"),
          of("index_scan", Kind.TEXT, "outcome.indexScan.decision"),
          of("dead_item_ids", Kind.COUNT, "outcome.indexScan.deadItemIds"),
          of("read_mb_per_second", Kind.REAL, "usage.rates.readMBps"),
          of("write_mb_per_second", Kind.REAL, "usage.rates.writeMBps"),
          of("buffer_hits", Kind.COUNT, "usage.buffers.hits"),
          of("buffer_reads", Kind.COUNT, "usage.buffers.reads"),
          of("buffers_dirtied", Kind.COUNT, "usage.buffers.dirtied"),
          of("wal_records", Kind.COUNT, "usage.wal.records"),
          of("wal_full_page_images", Kind.COUNT, "usage.wal.fullPageImages"),
          of("wal_bytes", Kind.COUNT, "usage.wal.bytes"));

  private static RunColumn of(Trait trait) {
    return new RunColumn(JsonText.word(trait), Kind.FLAG, "", run -> run.is(trait));
  }

  private static RunColumn of(String name, Kind kind, String path) {
    var members = new ArrayList<RecordComponent>();
    Class<?> of = Run.class;
    for (var each : path.split("\\.", -1)) {
      var member = RecordJson.member(of, each);
      members.add(member);
      of = member.getType();
    }
    return new RunColumn(
        name,
        kind,
        path,
        run -> {
          Object value = run;
          for (int at = 0; value != null && at < members.size(); at++) {
            value = RecordJson.valueOf(members.get(at), value);
          }
          return value instanceof Enum<?> constant ? JsonText.word(constant) : value;
        });
  }
}
