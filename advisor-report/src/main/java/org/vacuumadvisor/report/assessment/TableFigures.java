package org.vacuumadvisor.report.assessment;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.report.assessment.TableReport.SpaceText;
import org.vacuumadvisor.space.HeapEstimate;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.unit.XidAge;
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
    addSizes();
    addRows();
    addMaintenance();
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

  private void addRate(String label, Optional<Double> perSecond) {
    perSecond.ifPresent(rows ->
        add(label, Measure.ROWS_A_SECOND.text(rows) + " a second", "pg_stat_all_tables, counters"));
  }

  private void addSizes() {
    if (table.kind() == RelationKind.PARTITIONED_TABLE) {
      return;
    }
    var pages = table.heapPages().or(Pages.NONE);
    if (pages.count() > 0) {
      add(
          "size of the table itself",
          "%s, %s".formatted(pages.bytes(table.blockSize()), pages),
          table.get(TableKeys.MAIN_BYTES).isKnown() ? "file" : "pg_class.relpages");
      addShare("all-visible pages", table.visibleShare(), "pg_class.relallvisible");
      addShare(
          "all-frozen pages",
          table.get(TableKeys.RELALLFROZEN).map(frozen -> frozen.of(pages)),
          "pg_class.relallfrozen");
    }
    long indexPages = table.indexes().stream().mapToLong(each -> each.pages().count()).sum();
    if (!table.indexes().isEmpty()) {
      add(
          "size of its indexes",
          new Bytes(Math.multiplyExact(indexPages, (long) table.blockSize())).toString(),
          Quantities.counted(table.indexes().size(), "file") + ", pg_class.relpages");
    }
    var space = HeapEstimate.of(table);
    add("bloat of the table itself", SpaceText.of(space), SpaceText.validity(space));
  }

  private void addShare(String label, Reading<Share> share, String source) {
    share.known().ifPresent(each -> add(label, each.toString(), source));
  }

  private void addRows() {
    addKnown("live rows, about", TableKeys.N_LIVE_TUP, "%s", Quantities::count);
    addKnown("dead rows, about", TableKeys.N_DEAD_TUP, "%s", Quantities::count);
    addKnown("age in transaction IDs", TableKeys.XID_AGE, "age(%s)", XidAge::toString);
    addKnown("age in multixact IDs", TableKeys.MULTIXACT_AGE, "mxid_age(%s)", XidAge::toString);
  }

  private <T> void addKnown(String label, Key<T> key, String source, Function<T, String> text) {
    var shown = source.formatted(key.inWords());
    table.get(key).known().ifPresent(each -> add(label, text.apply(each), shown));
  }

  private void addMaintenance() {
    addLast("last vacuum by autovacuum", TableKeys.LAST_AUTOVACUUM, TableKeys.AUTOVACUUM_COUNT);
    addLast("last vacuum by hand", TableKeys.LAST_VACUUM, TableKeys.VACUUM_COUNT);
    addLast("last analyze by autovacuum", TableKeys.LAST_AUTOANALYZE, TableKeys.AUTOANALYZE_COUNT);
    addLast("last analyze by hand", TableKeys.LAST_ANALYZE, TableKeys.ANALYZE_COUNT);
    table
        .vacuumTime()
        .known()
        .filter(Duration::isPositive)
        .ifPresent(time ->
            add(
                "time spent in vacuums",
                Quantities.duration(time),
                "pg_stat_all_tables.total_vacuum_time, total_autovacuum_time"));
  }

  private void addLast(String label, Key<Instant> last, Key<Long> times) {
    var source = "%s, %s".formatted(last.inWords(), times.pasted());
    switch (table.get(last)) {
      case Reading.Known<Instant>(var time, _) ->
          add(label, "%s, %s".formatted(moment(time), times(table.counted(times))), source);
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
