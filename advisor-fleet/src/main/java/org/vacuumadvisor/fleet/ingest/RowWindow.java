package org.vacuumadvisor.fleet.ingest;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.fleet.archive.Field;
import org.vacuumadvisor.fleet.archive.RowTaker;

/// The rows of one log on their way on. Those of its last lines stay here until it is read, as they
/// may have to be left for the next time.
final class RowWindow implements RowTaker {
  /// So many rows are gathered before those go on that are far from the end.
  private static final int MANY = 8_192;

  private final BiConsumer<Dataset, List<? extends @Nullable Object>> to;
  private final Set<String> known;
  private final @Nullable Set<String> seen;
  private final long[] forgotten = new long[Dataset.values().length];
  private List<Waiting> waiting = new ArrayList<>();
  private long last;

  private record Waiting(Dataset dataset, long line, List<? extends @Nullable Object> values) {}

  /// @param known keys of rows that the archive has
  /// @param seen takes the keys of all rows; null if nobody wants them
  RowWindow(
      BiConsumer<Dataset, List<? extends @Nullable Object>> to,
      Set<String> known,
      @Nullable Set<String> seen) {
    this.to = to;
    this.known = known;
    this.seen = seen;
  }

  /// By which a row of a log is known again.
  static String key(String dataset, long line, String checksum) {
    return dataset.charAt(0) + ":" + line + ":" + checksum;
  }

  @Override
  @SuppressWarnings("EnumOrdinal") // counts by dataset, within this object
  public void add(Dataset dataset, List<? extends @Nullable Object> values) {
    if (dataset != Dataset.RUNS && dataset != Dataset.NOTICES) {
      to.accept(dataset, values);
      return;
    }
    long line = (Long) Objects.requireNonNull(values.get(column(dataset, "line")));
    last = Math.max(last, line);
    if (!known.isEmpty() || seen != null) {
      var checksum = String.valueOf(values.get(column(dataset, "entry_checksum")));
      var key = key(dataset.folder(), line, checksum);
      if (known.contains(key)) {
        forgotten[dataset.ordinal()]++;
        return;
      }
      if (seen != null) {
        seen.add(key);
      }
    }
    waiting.add(new Waiting(dataset, line, values));
    if (waiting.size() >= MANY) {
      release(last - RowSink.NEAR_END);
    }
  }

  @Override
  @SuppressWarnings("EnumOrdinal")
  public long forgetKnown(Dataset dataset, String cluster, String sourceId) {
    return forgotten[dataset.ordinal()];
  }

  @Override
  public long forgetFrom(Dataset dataset, String cluster, String sourceId, long line) {
    long before = waiting.size();
    waiting.removeIf(each -> each.dataset() == dataset && each.line() >= line);
    return before - waiting.size();
  }

  /// The log was read.
  void end() {
    release(Long.MAX_VALUE);
  }

  private void release(long upTo) {
    var stay = new ArrayList<Waiting>();
    for (var row : waiting) {
      if (row.line() <= upTo) {
        to.accept(row.dataset(), row.values());
      } else {
        stay.add(row);
      }
    }
    waiting = stay;
  }

  private static int column(Dataset dataset, String name) {
    return dataset.fields().stream().map(Field::name).toList().indexOf(name);
  }
}
