package org.vacuumadvisor.source.log.line;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;

/// Puts right the lines of one message that an export shuffled: those that its wrapper gives one
/// time, as CloudWatch does. PostgreSQL writes the lines of a report always in the same order
/// (`heap_vacuum_rel()`, `do_analyze_rel()`), so that those of one report can be sorted. Where
/// there are several reports at that time, no line can be told to belong to one of them: each is
/// marked, and so not understood.
final class SameMoment {
  /// So many lines are held; where one time has more, nothing is put right.
  private static final int MOST = 400;

  private static final byte[] MARK = Scan.bytes("\t? ");

  /// How the lines of a report begin, in their order. From [#TAIL] on the order changed with
  /// releases: before 14 `buffer usage` came first.
  private static final byte[][] ORDER = {
    Scan.bytes("pages: "),
    Scan.bytes("tuples: "),
    Scan.bytes("tuples missed: "),
    Scan.bytes("removable cutoff: "),
    Scan.bytes("new relfrozenxid: "),
    Scan.bytes("new relminmxid: "),
    Scan.bytes("frozen: "),
    Scan.bytes("visibility map: "),
    Scan.bytes("index scan "),
    Scan.bytes("index \""),
    Scan.bytes("parallel workers: "),
    Scan.bytes("delay time: "),
    Scan.bytes("I/O timings: "),
    Scan.bytes("avg read rate: "),
    Scan.bytes("buffer usage: "),
    Scan.bytes("WAL usage: "),
    Scan.bytes("memory usage: "),
    Scan.bytes("system usage: "),
  };

  private static final int INDEX = 9;
  private static final int TAIL = 11;

  /// The place in a message that is no report: what follows is its text, whatever it looks like.
  private static final int NO_REPORT = ORDER.length;

  /// Two spaces follow the level: a statement that merely mentions a report has none there.
  private static final byte[] REPORT = Scan.bytes(":  automatic ");

  private final InnerLines to;
  private final List<Line> lines = new ArrayList<>();
  private byte[] moment = {};
  private boolean isTooMany;
  private int place = NO_REPORT;
  private int seen;

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
      isReport = !isFurther && Scan.find(text, 0, text.length, REPORT) >= 0;
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

  /// Whether a line begins with the time of those that are held.
  boolean isOf(byte[] in, int from, int end) {
    return Scan.begins(in, from, end, moment);
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
    for (int rank = 0; begin > 0 && rank < ORDER.length; rank++) {
      if (Scan.begins(text, begin, text.length, ORDER[rank])) {
        return rank;
      }
    }
    return -1;
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
    boolean isInOrder = reports == 0 || place != NO_REPORT || held.getFirst().rank() < 0;
    int inside = 0;
    int strays = 0;
    for (var line : held) {
      int bit = line.rank() < 0 ? 0 : 1 << line.rank();
      isInOrder &= follows(line);
      inside |= place == NO_REPORT ? 0 : bit;
      strays |= place == NO_REPORT ? bit : 0;
    }
    boolean lacksStrays = reports == 1 && strays != 0 && (strays & inside) == 0;
    return isInOrder && !lacksStrays;
  }

  /// Whether a line can come behind those before it.
  private boolean follows(Line line) {
    if (!line.isFurther) {
      place = line.isReport() ? 0 : NO_REPORT;
      seen = 0;
      return true;
    }
    if (line.rank() < 0 || place == NO_REPORT) {
      return true;
    }
    int here = Math.min(line.rank(), TAIL);
    boolean isNew = line.rank() == INDEX || (seen & 1 << line.rank()) == 0;
    boolean isInPlace = here >= place;
    place = isInPlace ? here : place;
    seen |= 1 << line.rank();
    return isNew && isInPlace;
  }

  private List<Line> sorted(List<Line> held) {
    var reports = held.stream().filter(Line::isReport).toList();
    var further = held.stream().filter(each -> each.rank() >= 0).toList();
    place = NO_REPORT;
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
    return further.stream().anyMatch(each -> !seen.add(each.rank()) && each.rank() != INDEX);
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
