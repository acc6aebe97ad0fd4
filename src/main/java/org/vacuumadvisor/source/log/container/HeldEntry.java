package org.vacuumadvisor.source.log.container;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.vacuumadvisor.source.log.Column;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.Level;
import org.vacuumadvisor.source.log.Section;
import org.vacuumadvisor.source.log.line.ReportOrder;

/// A message that is held, with the loose lines behind it.
final class HeldEntry {
  static final long NO_TIME = Long.MIN_VALUE;

  /// Stands before lines of which it is not known to which report they belong: so no report has
  /// them.
  private static final byte[] MARK = {'?', ' '};

  private static final byte[] REPORT = {'a', 'u', 't', 'o', 'm', 'a', 't', 'i', 'c', ' '};
  private static final Column[] COLUMNS = Column.values();

  private final Level level;
  private final long session;
  private final long pid;
  private final long ordinal;
  private final long time;
  private final long number;
  private final Map<Column, Range> columns = new EnumMap<>(Column.class);
  private final List<Line> lines = new ArrayList<>();
  private final List<Line> loose = new ArrayList<>();
  private final List<HeldEntry> parts = new ArrayList<>();
  private byte[] text;
  private int used;

  /// Copies a message.
  HeldEntry(Entry entry) {
    level = entry.level();
    session = entry.session();
    pid = entry.pid();
    ordinal = entry.ordinal();
    number = entry.number(0);
    int from = Integer.MAX_VALUE;
    int to = 0;
    for (var column : COLUMNS) {
      if (entry.has(column)) {
        from = Math.min(from, entry.from(column));
        to = Math.max(to, entry.to(column));
      }
    }
    for (int line = 0; line < entry.lines(); line++) {
      from = Math.min(from, entry.from(line));
      to = Math.max(to, entry.to(line));
    }
    text = Arrays.copyOfRange(entry.bytes(), from, Math.max(from, to));
    used = text.length;
    for (var column : COLUMNS) {
      if (entry.has(column)) {
        columns.put(column, new Range(entry.from(column) - from, entry.to(column) - from));
      }
    }
    for (int line = 0; line < entry.lines(); line++) {
      lines.add(
          new Line(
              entry.section(line),
              entry.from(line) - from,
              entry.to(line) - from,
              entry.number(line)));
    }
    var stamp = columns.get(Column.TIMESTAMP);
    time = stamp == null ? NO_TIME : MessageTime.micros(text, stamp.from, stamp.to);
  }

  private record Range(int from, int to) {}

  private record Line(Section section, int from, int to, long number) {}

  Level level() {
    return level;
  }

  long session() {
    return session;
  }

  /// When it was written, in microseconds of the log's own clock; [#NO_TIME] if it does not say.
  long time() {
    return time;
  }

  /// The line in which it begins.
  long number() {
    return number;
  }

  int bytes() {
    return used;
  }

  /// Whether it was written before another.
  boolean isBefore(HeldEntry other) {
    boolean isOfOne = session != 0 && isOfSession(other);
    if (isOfOne && ordinal >= 0 && other.ordinal >= 0) {
      return ordinal < other.ordinal;
    }
    if (time == NO_TIME || other.time == NO_TIME) {
      return false;
    }
    boolean isHeadOfPart = level != Level.NONE && other.level == Level.NONE;
    return time < other.time || (isOfOne && time == other.time && isHeadOfPart);
  }

  /// Whether it is of the same session, or neither tells whose it is.
  boolean isOfSession(HeldEntry other) {
    return session == other.session;
  }

  /// Whether it is of the same session and time.
  boolean isOfSameMoment(HeldEntry other) {
    return isOfSession(other) && time == other.time;
  }

  /// Whether no loose lines are behind it.
  boolean isAlone() {
    return loose.isEmpty();
  }

  /// Whether it is a report of autovacuum over several lines.
  boolean isReport() {
    return level == Level.LOG && lines.size() > 1 && beginsAsReport();
  }

  private boolean beginsAsReport() {
    var first = lines.getFirst();
    return Arrays.equals(
        text, first.from, Math.min(first.from + REPORT.length, first.to), REPORT, 0, REPORT.length);
  }

  /// Whether only the heading of such a report is there. Up to 12 an analyze has all in one line.
  boolean isHeadingAlone() {
    var first = lines.getFirst();
    return level == Level.LOG
        && lines.size() == 1
        && parts.isEmpty()
        && beginsAsReport()
        && !ReportOrder.isWhole(text, first.from, first.to);
  }

  /// Whether it is a report whose lines the server cannot have written in this order.
  boolean isDisordered() {
    return isReport() && !isInOrder(true);
  }

  /// Whether it is a report from its first line to its last, in the server's order and with nothing
  /// in between: lines that were shuffled hardly fall so.
  boolean isWhole() {
    boolean isTogether = parts.isEmpty() && lines.size() > 1 && rank(lines.get(1)) == 0;
    for (int at = 1; at < lines.size(); at++) {
      isTogether &= lines.get(at).number == lines.get(at - 1).number + 1;
    }
    return isTogether
        && isReport()
        && isInOrder(false)
        && lines.stream().anyMatch(line -> isOfReport(line) && ReportOrder.isLast(rank(line)));
  }

  /// Whether its lines stand as the server writes them.
  ///
  /// @param mayRepeat whether one kind of line may come twice in a row
  private boolean isInOrder(boolean mayRepeat) {
    var order = new ReportOrder();
    order.begin();
    boolean isInOrder = true;
    for (var line : lines.subList(1, lines.size())) {
      isInOrder &= !isOfReport(line) || order.follows(rank(line));
    }
    return isInOrder && (mayRepeat || !order.hasRepeated());
  }

  /// Puts the lines of a report in the server's order.
  ///
  /// @return false if there are lines of more than one
  boolean sort() {
    var seen = new HashSet<Integer>();
    boolean isOne = true;
    for (var line : lines) {
      int rank = isOfReport(line) ? rank(line) : -1;
      isOne &= rank < 0 || ReportOrder.mayRepeat(rank) || seen.add(rank);
    }
    if (isOne) {
      var heading = lines.removeFirst();
      lines.sort(Comparator.comparingInt(line -> isOfReport(line) ? rank(line) : 0));
      lines.addFirst(heading);
    }
    return isOne;
  }

  /// Lets no line of it count as a report's, nor one that came loose behind it.
  void mark() {
    var marked = new ArrayList<Line>();
    for (var line : lines) {
      boolean isHeading = marked.isEmpty();
      marked.add(isHeading || !isOfReport(line) ? line : marked(line));
    }
    lines.clear();
    lines.addAll(marked);
    loose.replaceAll(line -> rank(line) < 0 ? line : marked(line));
  }

  private Line marked(Line line) {
    int from = used;
    append(MARK, 0, MARK.length);
    append(text, line.from, line.to);
    return new Line(line.section, from, used, line.number);
  }

  private void append(byte[] in, int from, int to) {
    if (used + to - from > text.length) {
      text = Arrays.copyOf(text, Math.max(2 * text.length, used + to - from));
    }
    System.arraycopy(in, from, text, used, to - from);
    used += to - from;
  }

  /// Whether there are lines in it of which it is not known to which report they belong.
  boolean isMarked() {
    return lines.stream()
        .anyMatch(line ->
            line.to - line.from > MARK.length
                && text[line.from] == MARK[0]
                && text[line.from + 1] == MARK[1]);
  }

  /// Takes over the lines of a part of this message that came apart from it.
  void join(HeldEntry part) {
    parts.add(part);
  }

  /// Takes a loose line that came behind it.
  void follow(byte[] in, int from, int to, long line) {
    int begin = used;
    append(in, from, to);
    loose.add(new Line(Section.MESSAGE, begin, used, line));
  }

  /// Hands everything on.
  ///
  /// @param entry to be filled
  void hand(Entry entry, EntrySink to) {
    for (var part : parts) {
      add(part);
    }
    entry.begin(text, level);
    entry.session(session, pid);
    entry.ordinal(ordinal);
    columns.forEach((column, range) -> entry.column(column, range.from, range.to));
    for (var line : lines) {
      entry.line(line.section, line.from, line.to, line.number);
    }
    to.entry(entry);
    for (var line : loose) {
      to.line(text, line.from, line.to, line.number);
    }
  }

  private void add(HeldEntry part) {
    int shift = used;
    append(part.text, 0, part.used);
    for (var line : part.lines) {
      lines.add(new Line(line.section, line.from + shift, line.to + shift, line.number));
    }
  }

  private static boolean isOfReport(Line line) {
    return line.section == Section.MESSAGE;
  }

  private int rank(Line line) {
    return ReportOrder.rank(text, line.from, line.to);
  }
}
