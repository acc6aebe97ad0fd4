package org.vacuumadvisor.source.log.line;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Puts right lines that came out of order from what wrote them down: an export of CloudWatch or
/// Kubernetes, a relay of syslog. Their wrapper's time tells the order, and within a process
/// syslog's numbers.
///
/// Nothing is held before a line stands behind a later one. From then on a window of lines is held
/// and sorted: a line that is farther from its place stays where it is.
final class LineOrder {
  private static final int MOST_BYTES = 4 << 20;

  private static final int MOST_PROCESSES = 10_000;

  private final Habits habits;
  private final Ordered to;
  private final List<Held> held = new ArrayList<>();
  private final Map<Long, Long> pieces = new HashMap<>();
  private @Nullable String latest;
  private int bytes;
  private boolean isOn;

  LineOrder(Habits habits, Ordered to) {
    this.habits = habits;
    this.to = to;
  }

  /// Takes the lines in their order.
  interface Ordered {
    /// Takes the next line.
    ///
    /// @param begin where the wrapper is over
    void line(byte[] in, int from, int begin, int end, long number, Wrapping around);
  }

  /// A line that waits for those that belong before it.
  @SuppressWarnings("ArrayRecordComponent") // private, never compared
  private record Held(byte[] text, int begin, long number, Wrapping around) {
    /// Whether it was written before another. Processes that wrote within one second of syslog are
    /// told apart, so that the numbers of each can be compared.
    boolean isBefore(Held other) {
      int order = 0;
      if (around.timestamp != null && other.around.timestamp != null) {
        order = around.timestamp.compareTo(other.around.timestamp);
      }
      if (order == 0 && placeOf(around) >= 0 && placeOf(other.around) >= 0) {
        order = Long.compare(around.stream, other.around.stream);
        order = order == 0 ? Long.compare(placeOf(around), placeOf(other.around)) : order;
      }
      return order < 0;
    }
  }

  boolean isEmpty() {
    return held.isEmpty();
  }

  /// Takes a line out of its wrapper.
  void add(byte[] in, int from, int begin, int end, long number, Wrapping around) {
    isOn |= habits.isShuffled();
    if (!isOn) {
      if (isInOrder(around)) {
        to.line(in, from, begin, end, number, around);
        return;
      }
      isOn = true;
      habits.shuffled();
    }
    var text = new byte[end - from];
    System.arraycopy(in, from, text, 0, text.length);
    var line = new Held(text, begin - from, number, around.copy());
    int place = held.size();
    while (place > 0 && line.isBefore(held.get(place - 1))) {
      place--;
    }
    held.add(place, line);
    bytes += text.length;
    if (held.size() >= 2 * Unwrapper.MOST_LINES_LATE || bytes > MOST_BYTES) {
      release(Math.min(Unwrapper.MOST_LINES_LATE, held.size()));
    }
  }

  /// Hands over all that is held.
  void release() {
    release(held.size());
  }

  private void release(int count) {
    var first = List.copyOf(held.subList(0, count));
    held.subList(0, count).clear();
    for (var line : first) {
      bytes -= line.text.length;
      to.line(line.text, 0, line.begin, line.text.length, line.number, line.around);
    }
  }

  private boolean isInOrder(Wrapping around) {
    boolean isInOrder = true;
    if (around.timestamp != null) {
      isInOrder = latest == null || latest.compareTo(around.timestamp) <= 0;
      latest = around.timestamp;
    }
    if (around.stream != 0 && placeOf(around) >= 0) {
      if (pieces.size() >= MOST_PROCESSES) {
        pieces.clear();
      }
      var before = pieces.put(around.stream, placeOf(around));
      isInOrder &= before == null || before < placeOf(around);
    }
    return isInOrder;
  }

  /// The place of a line among those of its process; -1 if it is not told.
  private static long placeOf(Wrapping around) {
    return around.sequence < 0 ? -1 : around.sequence << 20 | around.piece;
  }
}
