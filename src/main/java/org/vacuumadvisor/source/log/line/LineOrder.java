package org.vacuumadvisor.source.log.line;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Puts right lines that came out of order from what wrote them down: an export of CloudWatch or
/// Kubernetes, a relay of syslog. Their wrapper's time tells the order, and within a process
/// syslog's numbers; among lines of one time, as CloudWatch gives those of a message, the order in
/// which PostgreSQL writes a report. Where several reports have one time, it tells nothing.
///
/// Only lines of one time are held before a line stands behind a later one. From then on a window
/// of lines is held and sorted: a line that is farther from its place stays where it is.
final class LineOrder {
  private static final int MOST_BYTES = 4 << 20;

  private static final int MOST_PROCESSES = 10_000;

  /// So many lines of one time are held while none was out of order.
  private static final int MOST_OF_MOMENT = 400;

  private final Habits habits;
  private final InnerLines to;
  private final List<Held> held = new ArrayList<>();
  private final Map<Long, Long> pieces = new HashMap<>();
  private @Nullable String latest;
  private int bytes;
  private boolean isOn;

  /// Whether a report that began earlier has not come to its end.
  private boolean isOpen;

  /// @param to takes the lines in their order, without their wrapper
  LineOrder(Habits habits, InnerLines to) {
    this.habits = habits;
    this.to = to;
  }

  /// A line that waits for those that belong before it.
  ///
  /// @param begin where the wrapper is over
  /// @param rank its place in a report, -1 of a line that is none of a report
  @SuppressWarnings("ArrayRecordComponent") // private, never compared
  private record Held(byte[] text, int begin, long number, Wrapping around, int rank) {
    static Held of(byte[] text, int begin, long number, Wrapping around) {
      int blanks = begin;
      while (blanks < text.length && (text[blanks] == ' ' || text[blanks] == '\t')) {
        blanks++;
      }
      int rank = blanks > begin ? ReportOrder.rank(text, blanks, text.length) : -1;
      return new Held(text, begin, number, around, rank);
    }

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

    /// Whether its wrapper is the same, to the time. A piece of syslog has a number instead.
    boolean isOfMoment(Held other) {
      return around.piece < 0
          && other.around.piece < 0
          && Arrays.equals(text, 0, begin, other.text, 0, other.begin);
    }

    boolean isFurther() {
      return begin < text.length && text[begin] == '\t';
    }

    boolean isReport() {
      return !isFurther()
          && ReportOrder.isReport(text, begin, text.length)
          && !ReportOrder.isWhole(text, begin, text.length);
    }
  }

  boolean isEmpty() {
    return held.isEmpty();
  }

  /// Takes a line.
  ///
  /// @param from where its wrapper begins
  /// @param begin where its wrapper is over
  void add(byte[] in, int from, int begin, int end, long number, Wrapping around) {
    if (!isOn && (habits.isShuffled() || !isInOrder(around))) {
      isOn = true;
      habits.shuffled();
    }
    if (!isOn && around.piece >= 0) {
      release();
      to.line(in, begin, end, number, around);
      return;
    }
    var line = Held.of(Arrays.copyOfRange(in, from, end), begin - from, number, around.copy());
    if (!isOn
        && !held.isEmpty()
        && (held.size() >= MOST_OF_MOMENT || !line.isOfMoment(held.getLast()))) {
      release();
    }
    int place = held.size();
    while (isOn && place > 0 && line.isBefore(held.get(place - 1))) {
      place--;
    }
    held.add(place, line);
    bytes += line.text.length;
    if (held.size() >= 2 * Unwrapper.MOST_LINES_LATE || bytes > MOST_BYTES) {
      release(Math.min(Unwrapper.MOST_LINES_LATE, held.size()));
    }
  }

  /// Hands over all that is held.
  void release() {
    release(held.size());
  }

  /// Hands over the first lines, and those of the same time.
  private void release(int count) {
    int end = count;
    while (end < held.size() && held.get(end).isOfMoment(held.get(end - 1))) {
      end++;
    }
    var first = List.copyOf(held.subList(0, end));
    held.subList(0, end).clear();
    int begin = 0;
    for (int at = 1; at <= first.size(); at++) {
      if (at == first.size() || !first.get(at).isOfMoment(first.get(begin))) {
        handMoment(first.subList(begin, at));
        begin = at;
      }
    }
  }

  private void handMoment(List<Held> lines) {
    for (var line : isShuffled(lines) ? sorted(lines) : lines) {
      boolean isEnd = !line.isFurther() || ReportOrder.isLast(line.rank);
      isOpen = line.isReport() || (isOpen && !isEnd);
      bytes -= line.text.length;
      to.line(line.text, line.begin, line.text.length, line.number, line.around);
    }
  }

  /// Whether these are the lines of one report, in another order than the server's.
  private boolean isShuffled(List<Held> lines) {
    if (lines.size() < 2 || isOpen || lines.stream().filter(Held::isReport).count() != 1) {
      return false;
    }
    boolean inReport = false;
    boolean areBehindHeading = true;
    for (var line : lines) {
      inReport = line.isFurther() ? inReport : line.isReport();
      areBehindHeading &= line.rank < 0 || inReport;
    }
    var ranks = lines.stream().mapToInt(Held::rank).toArray();
    return ReportOrder.areOfOne(ranks) && !(areBehindHeading && ReportOrder.isInOrder(ranks));
  }

  private static List<Held> sorted(List<Held> lines) {
    var sorted = new ArrayList<Held>();
    for (var line : lines) {
      if (line.rank < 0) {
        sorted.add(line);
      }
      if (line.isReport()) {
        lines.stream()
            .filter(each -> each.rank >= 0)
            .sorted(Comparator.comparingInt(Held::rank))
            .forEach(sorted::add);
      }
    }
    return sorted;
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
