package org.vacuumadvisor.gui.paste;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import javafx.scene.control.TableColumn;

/// Filters and sorts runs by number, so that a million of them need no objects of their own.
final class RunOrder {
  private RunOrder() {}

  /// Those whose table or kind has the words in it.
  static int[] filtered(RunStore store, String words) {
    var wanted = words.toLowerCase(Locale.ROOT).strip();
    var all = IntStream.range(0, store.size());
    if (wanted.isEmpty()) {
      return all.toArray();
    }
    var isTable = new boolean[store.tables().size()];
    for (int each = 0; each < isTable.length; each++) {
      isTable[each] = store.tables().get(each).toLowerCase(Locale.ROOT).contains(wanted);
    }
    return all.filter(run -> isTable[store.table(run)] || store.kind(run).contains(wanted))
        .toArray();
  }

  /// By the columns that somebody chose, the first before the others; what is not known comes last
  /// either way. Without columns they are in the order of reading.
  static int[] sorted(RunStore store, int[] runs, List<? extends TableColumn<Integer, ?>> columns) {
    if (columns.isEmpty()) {
      return runs;
    }
    var order = columns.stream().map(each -> of(store, each)).reduce(Comparator::thenComparing);
    return IntStream.of(runs)
        .boxed()
        .sorted(order.orElseThrow())
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static Comparator<Integer> of(RunStore store, TableColumn<Integer, ?> column) {
    boolean isAscending = column.getSortType() == TableColumn.SortType.ASCENDING;
    if (column.getUserData() instanceof Figure figure) {
      return by(run -> store.figure(figure, run), isAscending);
    }
    if ("Ended".equals(column.getUserData())) {
      return by(run -> store.isTimed(run) ? (double) store.end(run) : Double.NaN, isAscending);
    }
    boolean isTable = "Table".equals(column.getUserData());
    Comparator<Integer> byName =
        Comparator.comparing(run -> isTable ? store.tableName(run) : store.kind(run));
    return isAscending ? byName : byName.reversed();
  }

  private static Comparator<Integer> by(IntToDoubleFunction figure, boolean isAscending) {
    return (one, other) -> {
      double first = figure.applyAsDouble(one);
      double second = figure.applyAsDouble(other);
      if (Double.isNaN(first) || Double.isNaN(second)) {
        return Boolean.compare(Double.isNaN(first), Double.isNaN(second));
      }
      return isAscending ? Double.compare(first, second) : Double.compare(second, first);
    };
  }

  /// In UTC; empty where the log has no times.
  static String ended(RunStore store, int run) {
    return store.isTimed(run) ? RunFigures.time(Instant.ofEpochMilli(store.end(run))) : "";
  }
}
