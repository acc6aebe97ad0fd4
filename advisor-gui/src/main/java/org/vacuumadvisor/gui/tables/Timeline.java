package org.vacuumadvisor.gui.tables;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What was seen of one table at one time after another, in little memory: when there is no more
/// room, every other moment is given up.
final class Timeline {
  private static final int FIRST_ROOM = 8;
  private static final int FIGURES = 4;

  private long[] times = new long[FIRST_ROOM];
  private double[] figures = new double[FIRST_ROOM * FIGURES];
  private int size;

  /// One moment of a table. What is not known is not a number.
  ///
  /// @param trigger how many dead rows bring autovacuum
  record Moment(Instant time, double deadRows, double trigger, double bytes, double age) {}

  /// @param most how many moments there is room for, at least 2
  void add(Moment moment, int most) {
    if (size >= most) {
      thinOut();
    }
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      figures = Arrays.copyOf(figures, 2 * size * FIGURES);
    }
    times[size] = moment.time().toEpochMilli();
    figures[size * FIGURES] = moment.deadRows();
    figures[size * FIGURES + 1] = moment.trigger();
    figures[size * FIGURES + 2] = moment.bytes();
    figures[size * FIGURES + 3] = moment.age();
    size++;
  }

  private void thinOut() {
    int kept = 0;
    for (int at = 0; at < size; at += 2) {
      times[kept] = times[at];
      System.arraycopy(figures, at * FIGURES, figures, kept * FIGURES, FIGURES);
      kept++;
    }
    size = kept;
  }

  /// In the order of time.
  List<Moment> moments() {
    var moments = new ArrayList<Moment>(size);
    for (int at = 0; at < size; at++) {
      moments.add(
          new Moment(
              Instant.ofEpochMilli(times[at]),
              figures[at * FIGURES],
              figures[at * FIGURES + 1],
              figures[at * FIGURES + 2],
              figures[at * FIGURES + 3]));
    }
    return moments;
  }
}
