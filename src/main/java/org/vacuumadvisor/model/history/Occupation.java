package org.vacuumadvisor.model.history;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.history.WorkerTimeline.Turn;

/// When so many workers were busy that a table had to wait for one. A question costs a binary
/// search, and a sweep only of the time in which the table itself was at work.
public final class Occupation {
  private final Steps all;
  private final int workers;

  /// The time without a free worker up to the change of the same index of all, in milliseconds.
  private final long[] full;

  private final Map<RelationName, List<Turn>> byTable;

  /// @param all how many workers were busy
  /// @param byTable what of that they were at each table
  Occupation(Steps all, Map<RelationName, List<Turn>> byTable, int workers) {
    this.all = all;
    this.byTable = byTable;
    this.workers = workers;
    this.full = new long[all.size()];
    for (int index = 1; index < full.length; index++) {
      full[index] =
          full[index - 1]
              + (isFull(all.running(index - 1)) ? all.time(index) - all.time(index - 1) : 0);
    }
  }

  /// How long within a time at least so many workers were busy with other tables than this.
  public Duration busy(Instant from, Instant to, RelationName waiting) {
    long begin = from.toEpochMilli();
    long end = Math.max(begin, to.toEpochMilli());
    var own =
        byTable.getOrDefault(waiting, List.of()).stream()
            .filter(each -> each.start() < end && each.end() > begin)
            .toList();
    if (own.isEmpty()) {
      return Duration.ofMillis(full(begin, end));
    }
    var steps = Steps.of(own);
    long first = Math.clamp(steps.time(0), begin, end);
    long last = Math.clamp(steps.time(steps.size() - 1), begin, end);
    return Duration.ofMillis(full(begin, first) + swept(first, last, steps) + full(last, end));
  }

  private long full(long from, long to) {
    return fullUntil(to) - fullUntil(from);
  }

  private long fullUntil(long moment) {
    int index = all.before(moment);
    return index < 0
        ? 0
        : full[index] + (isFull(all.running(index)) ? moment - all.time(index) : 0);
  }

  private long swept(long from, long to, Steps own) {
    long total = 0;
    long moment = from;
    int ofAll = all.before(from);
    int ofOwn = own.before(from);
    while (moment < to) {
      long next = Math.min(to, Math.min(all.time(ofAll + 1), own.time(ofOwn + 1)));
      if (isFull(all.running(ofAll) - own.running(ofOwn))) {
        total += next - moment;
      }
      moment = next;
      ofAll += all.time(ofAll + 1) == next ? 1 : 0;
      ofOwn += own.time(ofOwn + 1) == next ? 1 : 0;
    }
    return total;
  }

  private boolean isFull(int running) {
    return running >= workers;
  }
}
