package org.vacuumadvisor.source.log.line;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import org.vacuumadvisor.source.log.prefix.Scan;

/// Puts right the lines of one message that an export shuffled: those that its wrapper gives one
/// time, as CloudWatch does. PostgreSQL writes the lines of a report always in the same order
/// (`heap_vacuum_rel()`, `do_analyze_rel()`), so that those of one report can be sorted. Where
/// there are several reports at that time, no line can be told to belong to one of them: each is
/// marked, and so not understood.
final class SameMoment {
  /// So many lines are held; where one time has more, nothing is put right.
  private static final int MOST = 400;

  private static final byte[] MARK = Scan.bytes("\t? ");

  private final InnerLines to;
  private final List<Line> lines = new ArrayList<>();
  private byte[] moment = {};
  private boolean isTooMany;
  private final ReportOrder order = new ReportOrder();

  /// Whether what comes next belongs to a report. In any other message what follows is its text,
  /// whatever it looks like.
  private boolean inReport;

  SameMoment(InnerLines to) {
    this.to = to;
  }

  /// A line that is held. Its rank is its place in a report, -1 of a line that is none of a report.
  private static final class Line {
    private final byte[] text;
    private final long number;
    private final Wrapping wrapping;
    private final int rank;
    private final boolean isFurther;
    private final boolean isReport;

    Line(byte[] text, long number, Wrapping wrapping, int rank) {
      this.text = text;
      this.number = number;
      this.wrapping = wrapping;
      this.rank = rank;
      isFurther = text.length > 0 && text[0] == '\t';
      isReport = !isFurther && ReportOrder.isReport(text);
    }

    int rank() {
      return rank;
    }

    boolean isReport() {
      return isReport;
    }
  }

  boolean isEmpty() {
    return lines.isEmpty() && !isTooMany;
  }

  /// Takes a line.
  ///
  /// @param from where its wrapper begins
  /// @param begin where the wrapper's time is over
  void add(byte[] in, int from, int begin, int end, long number, Wrapping around) {
    if (!Arrays.equals(moment, 0, moment.length, in, from, begin)) {
      release();
      moment = Arrays.copyOfRange(in, from, begin);
    }
    var text = Arrays.copyOfRange(in, begin, end);
    lines.add(new Line(text, number, around.copy(), rank(text)));
    if (isTooMany || lines.size() >= MOST) {
      isTooMany = true;
      lines.forEach(this::follows);
      lines.forEach(this::pass);
      lines.clear();
    }
  }

  private static int rank(byte[] text) {
    int begin = Scan.spaces(text, 0, text.length);
    while (begin < text.length && text[begin] == '\t') {
      begin++;
    }
    return begin > 0 ? ReportOrder.rank(text, begin, text.length) : -1;
  }

  /// Hands on what is held.
  void release() {
    moment = new byte[0];
    isTooMany = false;
    if (lines.size() == 1) {
      // One line alone cannot be shuffled: so it is in most logs.
      var only = lines.getFirst();
      lines.clear();
      boolean _ = follows(only);
      pass(only);
    } else if (!lines.isEmpty()) {
      var held = List.copyOf(lines);
      lines.clear();
      (isInOrder(held) ? held : sorted(held)).forEach(this::pass);
    }
  }

  /// Whether lines can have been written like this.
  private boolean isInOrder(List<Line> held) {
    long reports = held.stream().filter(Line::isReport).count();
    boolean isInOrder = reports == 0 || inReport || held.getFirst().rank() < 0;
    int inside = 0;
    int strays = 0;
    for (var line : held) {
      int bit = line.rank() < 0 ? 0 : 1 << line.rank();
      isInOrder &= follows(line);
      inside |= inReport ? bit : 0;
      strays |= inReport ? 0 : bit;
    }
    boolean lacksStrays = reports == 1 && strays != 0 && (strays & inside) == 0;
    return isInOrder && !lacksStrays;
  }

  /// Whether a line can come behind those before it.
  private boolean follows(Line line) {
    if (!line.isFurther) {
      inReport = line.isReport() && !ReportOrder.isWhole(line.text, 0, line.text.length);
      order.begin();
      return true;
    }
    return !inReport || order.follows(line.rank());
  }

  private List<Line> sorted(List<Line> held) {
    var reports = held.stream().filter(Line::isReport).toList();
    var further = held.stream().filter(each -> each.rank() >= 0).toList();
    inReport = false;
    if (reports.isEmpty()) {
      return held.stream().map(each -> each.rank() >= 0 ? marked(each) : each).toList();
    }
    boolean isOne = reports.size() == 1 && !hasDoubles(further);
    var sorted = new ArrayList<Line>();
    for (var line : held) {
      if (line.rank() < 0) {
        sorted.add(line);
      }
      // Behind a report, what is marked counts as not understood.
      if (line.number == reports.getFirst().number) {
        further.stream()
            .sorted(Comparator.comparingInt(Line::rank))
            .map(each -> isOne ? each : marked(each))
            .forEach(sorted::add);
      }
    }
    return sorted;
  }

  private static boolean hasDoubles(List<Line> further) {
    var seen = new HashSet<Integer>();
    return further.stream()
        .anyMatch(each -> !seen.add(each.rank()) && !ReportOrder.mayRepeat(each.rank()));
  }

  private static Line marked(Line line) {
    var text = Arrays.copyOf(MARK, MARK.length + line.text.length);
    System.arraycopy(line.text, 0, text, MARK.length, line.text.length);
    return new Line(text, line.number, line.wrapping, -1);
  }

  private void pass(Line line) {
    to.line(line.text, 0, line.text.length, line.number, line.wrapping);
  }
}
