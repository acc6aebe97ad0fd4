package org.vacuumadvisor.model.history;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import org.vacuumadvisor.model.history.WorkerTimeline.Turn;

/// How many workers ran side by side, as it changed over time. Made in one pass over the sorted
/// turns, and asked by binary search. Times are whole milliseconds.
final class Steps {
  private final long[] times;

  /// From the moment of the same index to the next.
  private final int[] running;

  /// The time of all workers together up to the moment of the same index.
  private final long[] worked;

  private Steps(long[] times, int[] running) {
    this.times = times;
    this.running = running;
    this.worked = new long[times.length];
    for (int index = 1; index < times.length; index++) {
      worked[index] = worked[index - 1] + running[index - 1] * (times[index] - times[index - 1]);
    }
  }

  /// Ends count before starts at the same moment: the length of a run is cut to hundredths.
  static Steps of(Collection<Turn> turns) {
    var starts = turns.stream().mapToLong(Turn::start).sorted().toArray();
    var ends = turns.stream().mapToLong(Turn::end).sorted().toArray();
    var times = new long[starts.length + ends.length];
    var running = new int[times.length];
    int count = 0;
    int started = 0;
    int ended = 0;
    while (ended < ends.length) {
      boolean isStart = started < starts.length && starts[started] < ends[ended];
      long time = isStart ? starts[started++] : ends[ended++];
      if (count == 0 || times[count - 1] != time) {
        times[count++] = time;
      }
      running[count - 1] = started - ended;
    }
    return new Steps(Arrays.copyOf(times, count), Arrays.copyOf(running, count));
  }

  /// The time that all workers together worked between two moments, in milliseconds.
  long worked(Instant from, Instant to) {
    return Math.max(0, workedUntil(to.toEpochMilli()) - workedUntil(from.toEpochMilli()));
  }

  private long workedUntil(long moment) {
    int index = before(moment);
    return index < 0 ? 0 : worked[index] + running[index] * (moment - times[index]);
  }

  /// The last change at a moment or before it; -1 if there was none.
  int before(long moment) {
    int found = Arrays.binarySearch(times, moment);
    return found >= 0 ? found : -found - 2;
  }

  int size() {
    return times.length;
  }

  /// How many ever ran side by side.
  int most() {
    return Arrays.stream(running).max().orElse(0);
  }

  /// When the change of this index was, and the end of time after the last.
  long time(int index) {
    return index < times.length ? times[index] : Long.MAX_VALUE;
  }

  /// How many run from the change of this index on; none before the first.
  int running(int index) {
    return index < 0 ? 0 : running[index];
  }
}
