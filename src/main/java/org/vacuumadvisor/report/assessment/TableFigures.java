package org.vacuumadvisor.report.assessment;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Extent;
import org.vacuumadvisor.model.Maintenance;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.space.HeapEstimate;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Workload;

/// What is known of one table, a figure a line, each with where it comes from. What is not known
/// has no line.
final class TableFigures {
  private static final List<Part.Column> COLUMNS =
      List.of(Part.Column.text("Figure"), Part.Column.text("Value"), Part.Column.text("From"));

  private final Evidence evidence;
  private final Relation table;
  private final List<List<String>> rows = new ArrayList<>();

  TableFigures(Evidence evidence, Relation table) {
    this.evidence = evidence;
    this.table = table;
  }

  Part.Grid grid() {
    rows.clear();
    add("kind", table.kind().word(), "pg_class.relkind");
    addWorkload(evidence.workload(table));
    addSizes(table.extent());
    addRows();
    addMaintenance(table.maintenance());
    evidence.history(table).ifPresent(this::addHistory);
    return new Part.Grid(COLUMNS, rows);
  }

  private void add(String label, String value, String source) {
    rows.add(List.of(label, value, source));
  }

  private void addWorkload(Workload workload) {
    add("workload", Words.of(workload), String.join("; ", workload.because()));
    addRate("dead rows made", workload.rates().deadRowsPerSecond());
    addRate("rows inserted", workload.rates().insertsPerSecond());
    var done = workload.rates().activity();
    if (done.updated() > 0) {
      add(
          "HOT updates",
          "%s of %s"
              .formatted(
                  Share.of(done.hotUpdated(), done.updated()),
                  Quantities.counted(done.updated(), "update")),
          "pg_stat_all_tables.n_tup_hot_upd, n_tup_upd");
    }
  }

  private void addRate(String label, OptionalDouble perSecond) {
    if (perSecond.isPresent()) {
      add(
          label,
          Measure.ROWS_A_SECOND.text(perSecond.getAsDouble()) + " a second",
          "pg_stat_all_tables, counters");
    }
  }

  private void addSizes(Extent extent) {
    if (table.kind() == RelationKind.PARTITIONED_TABLE) {
      return;
    }
    var pages = extent.bestPages().or(Pages.NONE);
    if (pages.count() > 0) {
      add(
          "size of the table itself",
          "%s, %s".formatted(pages.bytes(extent.blockSize()), pages),
          extent.onDisk() instanceof Reading.Known<Bytes> ? "file" : "pg_class.relpages");
      addShare("all-visible pages", extent.visibleShare(), "pg_class.relallvisible");
      addShare(
          "all-frozen pages",
          extent.allFrozen().map(frozen -> frozen.of(pages)),
          "pg_class.relallfrozen");
    }
    long indexPages = table.indexes().stream().mapToLong(each -> each.pages().count()).sum();
    if (!table.indexes().isEmpty()) {
      add(
          "size of its indexes",
          new Bytes(Math.multiplyExact(indexPages, (long) extent.blockSize())).toString(),
          Quantities.counted(table.indexes().size(), "file") + ", pg_class.relpages");
    }
    var space = HeapEstimate.of(table);
    add("bloat of the table itself", SpaceText.of(space), SpaceText.validity(space));
  }

  private void addShare(String label, Reading<Share> share, String source) {
    share.known().ifPresent(each -> add(label, each.toString(), source));
  }

  private void addRows() {
    table
        .population()
        .known()
        .ifPresent(rows -> {
          rows.live()
              .known()
              .ifPresent(live ->
                  add("live rows, about", Quantities.count(live), "pg_stat_all_tables.n_live_tup"));
          add("dead rows, about", Quantities.count(rows.dead()), "pg_stat_all_tables.n_dead_tup");
        });
    table
        .ages()
        .known()
        .ifPresent(ages -> {
          add("age in transaction IDs", ages.xid().toString(), "age(pg_class.relfrozenxid)");
          ages.multixact()
              .known()
              .ifPresent(age ->
                  add("age in multixact IDs", age.toString(), "mxid_age(pg_class.relminmxid)"));
        });
  }

  private void addMaintenance(Maintenance done) {
    addLast("last vacuum by autovacuum", done.lastAutovacuum(), done.autovacuums(), "autovacuum");
    addLast("last vacuum by hand", done.lastVacuum(), done.vacuums(), "vacuum");
    addLast(
        "last analyze by autovacuum", done.lastAutoanalyze(), done.autoanalyzes(), "autoanalyze");
    addLast("last analyze by hand", done.lastAnalyze(), done.analyzes(), "analyze");
    done.vacuumTime()
        .known()
        .filter(Duration::isPositive)
        .ifPresent(time ->
            add(
                "time spent in vacuums",
                Quantities.duration(time),
                "pg_stat_all_tables.total_vacuum_time, total_autovacuum_time"));
  }

  private void addLast(String label, Reading<Instant> last, long times, String column) {
    var source = "pg_stat_all_tables.last_%s, %s_count".formatted(column, column);
    switch (last) {
      case Reading.Known<Instant>(var time, _) ->
          add(label, "%s, %s".formatted(moment(time), times(times)), source);
      case Reading.Missing<Instant>(var why) -> {
        if (why == Reading.Why.NOT_APPLICABLE) {
          add(label, "never since the statistics were reset", source);
        }
      }
    }
  }

  private String moment(Instant time) {
    var ago = Duration.between(time, evidence.survey().takenAt());
    return ago.isNegative()
        ? Words.moment(time)
        : "%s ago (%s)".formatted(Quantities.duration(ago), Words.moment(time));
  }

  private static String times(long count) {
    return Quantities.counted(count, "time") + " in all";
  }

  private void addHistory(TableHistory told) {
    add(
        "vacuums in the logs",
        "%s, %s in all, the longest %s"
            .formatted(
                Quantities.count(told.counts().vacuums()),
                Quantities.seconds(told.seconds().sum()),
                Quantities.seconds(told.seconds().most())),
        "logs");
    Optional.of(told.gapSeconds())
        .filter(gaps -> !gaps.isEmpty())
        .ifPresent(gaps ->
            add(
                "between automatic vacuums",
                "%s usually, %s at the longest"
                    .formatted(Quantities.seconds(gaps.median()), Quantities.seconds(gaps.most())),
                "logs"));
  }
}
