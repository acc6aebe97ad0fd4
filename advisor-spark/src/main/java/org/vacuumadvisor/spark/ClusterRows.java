package org.vacuumadvisor.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.TaskCompletionListener;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.fleet.ingest.ClusterLogs;
import scala.Tuple2;

/// Makes the rows of whole clusters of what was found in their logs.
///
/// @param kept what the archive has of logs that are read again, by their `source_id`
record ClusterRows(Batch batch, Map<String, Set<String>> kept) implements Serializable {
  static final String LOG = "log";
  static final String TOLD = "told";

  /// A row for each run, notice, and thing told: the other columns are null.
  static final StructType COLUMNS =
      Columns.struct(
          List.of(
              DataTypes.createStructField(LOG, DataTypes.IntegerType, false),
              DataTypes.createStructField(Dataset.RUNS.folder(), Columns.of(Dataset.RUNS), true),
              DataTypes.createStructField(
                  Dataset.NOTICES.folder(), Columns.of(Dataset.NOTICES), true),
              DataTypes.createStructField(TOLD, DataTypes.BinaryType, true)));

  /// The rows of the task that runs in this thread.
  Iterator<Row> of(Iterator<Tuple2<FoundAt, byte[]>> found) {
    var rows = new Pulled<>(found, this::make);
    var _ = TaskContext.get().addTaskCompletionListener((TaskCompletionListener) _ -> rows.close());
    return rows;
  }

  private void make(Iterator<Tuple2<FoundAt, byte[]>> in, Consumer<Row> out) {
    var found = new Found(in);
    while (found.at() != null) {
      cluster(found, out);
    }
  }

  private void cluster(Found found, Consumer<Row> out) {
    int cluster = Objects.requireNonNull(found.at()).cluster();
    var to = new Rows(out);
    var logs = new ClusterLogs(batch.twins(), to::add);
    for (var at = found.at(); at != null && at.cluster() == cluster; at = found.at()) {
      to.log = at.log();
      var log = batch.logs().get(at.log());
      var of = found.ofLog(at.log());
      var taken = logs.take(log, of, kept.getOrDefault(log.sourceId(), Set.of()));
      while (of.hasNext()) {
        of.next();
      }
      to.tell(
          new Told.Taken(
              at.log(),
              taken.runs(),
              taken.notices(),
              taken.known(),
              taken.leftOut(),
              taken.isLeft(),
              taken.problem().orElse(null),
              taken.counts()));
    }
  }

  /// Where rows go.
  private static final class Rows {
    private final Consumer<Row> out;
    private int log;

    Rows(Consumer<Row> out) {
      this.out = out;
    }

    void add(Dataset dataset, List<? extends @Nullable Object> values) {
      switch (dataset) {
        case RUNS -> out.accept(RowFactory.create(log, row(values), null, null));
        case NOTICES -> out.accept(RowFactory.create(log, null, row(values), null));
        case COVERAGE, FINDINGS, TABLES, SERVERS, HOLDERS ->
            tell(new Told.Line(log, dataset, new ArrayList<>(values)));
      }
    }

    void tell(Told told) {
      out.accept(RowFactory.create(log, null, null, Told.packed(told)));
    }

    /// Counts may come as smaller numbers.
    private static Row row(List<? extends @Nullable Object> values) {
      var cells = new @Nullable Object[values.size()];
      for (int at = 0; at < cells.length; at++) {
        var value = values.get(at);
        cells[at] = value instanceof Integer number ? (Object) number.longValue() : value;
      }
      return RowFactory.create(cells);
    }
  }

  /// What was found, with a look at the next.
  private static final class Found {
    private final Iterator<Tuple2<FoundAt, byte[]>> in;
    private @Nullable Tuple2<FoundAt, byte[]> next;

    Found(Iterator<Tuple2<FoundAt, byte[]>> in) {
      this.in = in;
      this.next = in.hasNext() ? in.next() : null;
    }

    /// Where the next was found; null at the end.
    @Nullable FoundAt at() {
      return next == null ? null : next._1();
    }

    /// What was found in one log.
    Iterator<byte[]> ofLog(int log) {
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          var at = at();
          return at != null && at.log() == log;
        }

        @Override
        public byte[] next() {
          var one = next;
          if (one == null || one._1().log() != log) {
            throw new NoSuchElementException();
          }
          next = in.hasNext() ? in.next() : null;
          return one._2();
        }
      };
    }
  }
}
