package org.vacuumadvisor.gui.paste;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What the runs of a table in a stretch of time come to. Of a run that is partly in it, that part
/// counts.
///
/// @param number of the table
/// @param seconds all runs together, likewise what follows; not a number where no run says it
/// @param kept most dead rows that a run had to keep
record TableSums(
    int number,
    String table,
    long runs,
    double seconds,
    double removed,
    double kept,
    double read,
    double dirtied) {
  private static final Figure[] SUMMED = {Figure.TOOK, Figure.REMOVED, Figure.READ, Figure.DIRTIED};

  /// Tables that have runs then.
  static List<TableSums> of(RunStore store, TimeSpan span) {
    int tables = store.tables().size();
    var runs = new long[tables];
    var sums = new double[SUMMED.length][tables];
    var kept = new double[tables];
    Arrays.fill(kept, Double.NaN);
    for (var sum : sums) {
      Arrays.fill(sum, Double.NaN);
    }
    for (int run = 0; run < store.size(); run++) {
      if (store.isTimed(run) && !span.overlaps(store.begin(run), store.end(run))) {
        continue;
      }
      double part = store.isTimed(run) ? span.partOf(store.begin(run), store.end(run)) : 1;
      int table = store.table(run);
      runs[table]++;
      for (int sum = 0; sum < SUMMED.length; sum++) {
        double figure = store.figure(SUMMED[sum], run);
        if (!Double.isNaN(figure)) {
          sums[sum][table] = known(sums[sum][table]) + figure * part;
        }
      }
      double left = store.figure(Figure.KEPT, run);
      if (!Double.isNaN(left)) {
        kept[table] = Math.max(known(kept[table]), left);
      }
    }
    var all = new ArrayList<TableSums>();
    for (int table = 0; table < tables; table++) {
      if (runs[table] > 0) {
        all.add(
            new TableSums(
                table,
                store.tables().get(table),
                runs[table],
                sums[0][table],
                sums[1][table],
                kept[table],
                sums[2][table],
                sums[3][table]));
      }
    }
    return all;
  }

  private static double known(double figure) {
    return Double.isNaN(figure) ? 0 : figure;
  }
}
