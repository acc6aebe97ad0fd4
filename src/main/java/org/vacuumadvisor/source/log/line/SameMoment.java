package org.vacuumadvisor.source.log.line;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;

/// Puts right the lines of one report that an export shuffled: those that its wrapper gives one
/// time, as CloudWatch does. PostgreSQL writes the lines of a report always in the same order.
/// Where several reports have one time, nothing is put right.
final class SameMoment {
  /// So many lines are held; where one time has more, nothing is put right.
  private static final int MOST_LINES = 400;

  private final InnerLines to;
  private final List<Line> lines = new ArrayList<>();
  private byte[] moment = {};

  /// Whether a report that began earlier has not come to its end.
  private boolean isOpen;

  SameMoment(InnerLines to) {
    this.to = to;
  }

  /// A line that is held. Its rank is its place in a report, -1 of a line that is none of a report.
  @SuppressWarnings("ArrayRecordComponent") // private, never compared
  private record Line(byte[] text, long number, Wrapping wrapping, int rank) {
    boolean isFurther() {
      return text.length > 0 && text[0] == '\t';
    }

    boolean isReport() {
      return !isFurther()
          && ReportOrder.isReport(text)
          && !ReportOrder.isWhole(text, 0, text.length);
    }
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  /// Takes a line.
  ///
  /// @param from where its wrapper begins
  /// @param begin where the wrapper's time is over
  void add(byte[] in, int from, int begin, int end, long number, Wrapping around) {
    if (lines.size() >= MOST_LINES || !Arrays.equals(moment, 0, moment.length, in, from, begin)) {
      release();
      moment = Arrays.copyOfRange(in, from, begin);
    }
    var text = Arrays.copyOfRange(in, begin, end);
    int blanks = begin;
    while (blanks < end && (in[blanks] == ' ' || in[blanks] == '\t')) {
      blanks++;
    }
    lines.add(
        new Line(
            text, number, around.copy(), blanks > begin ? ReportOrder.rank(in, blanks, end) : -1));
  }

  /// Hands on what is held.
  void release() {
    var held = List.copyOf(lines);
    lines.clear();
    for (var line : isShuffled(held) ? sorted(held) : held) {
      boolean isEnd = !line.isFurther() || ReportOrder.isLast(line.rank);
      isOpen = line.isReport() || (isOpen && !isEnd);
      to.line(line.text, 0, line.text.length, line.number, line.wrapping);
    }
  }

  /// Whether these are the lines of one report, in another order than the server's.
  private boolean isShuffled(List<Line> held) {
    if (held.size() < 2 || isOpen || held.stream().filter(Line::isReport).count() != 1) {
      return false;
    }
    var seen = new HashSet<Integer>();
    var order = new ReportOrder();
    boolean isInOrder = true;
    boolean inReport = false;
    for (var line : held) {
      if (line.rank >= 0 && !ReportOrder.mayRepeat(line.rank) && !seen.add(line.rank)) {
        return false;
      }
      inReport = line.isFurther() ? inReport : line.isReport();
      isInOrder &= line.rank < 0 || (inReport && order.follows(line.rank));
    }
    return !isInOrder;
  }

  private static List<Line> sorted(List<Line> held) {
    var sorted = new ArrayList<Line>();
    for (var line : held) {
      if (line.rank < 0) {
        sorted.add(line);
      }
      if (line.isReport()) {
        held.stream()
            .filter(each -> each.rank >= 0)
            .sorted(Comparator.comparingInt(Line::rank))
            .forEach(sorted::add);
      }
    }
    return sorted;
  }
}
