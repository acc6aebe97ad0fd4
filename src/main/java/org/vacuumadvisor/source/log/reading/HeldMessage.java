package org.vacuumadvisor.source.log.reading;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.vacuumadvisor.source.log.Column;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.Level;
import org.vacuumadvisor.source.log.Section;
import org.vacuumadvisor.source.log.line.ReportOrder;

/// A message that is held, with the loose lines behind it.
final class HeldMessage {
  /// The order in which a server writes: by time, then by the place in the session. What neither
  /// tells stays as it came.
  static final Comparator<HeldMessage> AS_WRITTEN =
      Comparator.comparingLong((HeldMessage each) -> each.time)
          .thenComparingLong(each -> each.entry.session())
          .thenComparingLong(each -> each.entry.ordinal())
          .thenComparing(each -> each.entry.level() == Level.NONE)
          .thenComparingLong(HeldMessage::number);

  /// Stands before lines of which it is not known to which report they belong: so no report has
  /// them.
  private static final byte[] MARK = {'?', ' '};

  private static final Column[] COLUMNS = Column.values();

  private final long time;
  private final List<Line> loose = new ArrayList<>();
  private Entry entry = new Entry();
  private byte[] text;
  private int used;

  /// Copies a message.
  ///
  /// @param time when it was written, or the message before it if it does not say
  HeldMessage(Entry message, long time) {
    this.time = time;
    int from = message.from(0);
    int to = message.to(0);
    for (var column : COLUMNS) {
      from = message.has(column) ? Math.min(from, message.from(column)) : from;
      to = message.has(column) ? Math.max(to, message.to(column)) : to;
    }
    for (int line = 1; line < message.lines(); line++) {
      from = Math.min(from, message.from(line));
      to = Math.max(to, message.to(line));
    }
    text = Arrays.copyOfRange(message.bytes(), from, to);
    used = text.length;
    fill(message, from, linesOf(message, from));
  }

  private record Line(Section section, int from, int to, long number) {}

  private static List<Line> linesOf(Entry message, int shift) {
    var lines = new ArrayList<Line>(message.lines());
    for (int line = 0; line < message.lines(); line++) {
      lines.add(
          new Line(
              message.section(line),
              message.from(line) - shift,
              message.to(line) - shift,
              message.number(line)));
    }
    return lines;
  }

  /// Makes the entry anew, of other lines.
  private void fill(Entry like, int shift, List<Line> lines) {
    var next = new Entry();
    next.begin(text, like.level());
    next.session(like.session(), like.pid());
    next.ordinal(like.ordinal());
    for (var column : COLUMNS) {
      if (like.has(column)) {
        next.column(column, like.from(column) - shift, like.to(column) - shift);
      }
    }
    lines.forEach(line -> next.line(line.section, line.from, line.to, line.number));
    entry = next;
  }

  private void refill(List<Line> lines) {
    fill(entry, 0, lines);
  }

  private List<Line> lines() {
    return linesOf(entry, 0);
  }

  /// The line in which it begins.
  long number() {
    return entry.number(0);
  }

  int bytes() {
    return used;
  }

  /// Whether it is a part that came apart from that message.
  boolean isPartOf(HeldMessage message) {
    return entry.level() == Level.NONE
        && message.entry.level() != Level.NONE
        && entry.session() != 0
        && entry.session() == message.entry.session()
        && time == message.time;
  }

  /// Takes over the lines of a part of this message that came apart from it.
  void join(HeldMessage part) {
    var lines = lines();
    int shift = used;
    append(part.text, 0, part.used);
    part.lines().forEach(line -> lines.add(moved(line, shift)));
    part.loose.forEach(line -> loose.add(moved(line, shift)));
    refill(lines);
  }

  private static Line moved(Line line, int shift) {
    return new Line(line.section, line.from + shift, line.to + shift, line.number);
  }

  /// Whether a message is a report of autovacuum over several lines.
  static boolean isReport(Entry message) {
    return message.lines() > 1 && beginsAsReport(message);
  }

  private static boolean beginsAsReport(Entry message) {
    return message.level() == Level.LOG
        && ReportOrder.begins(message.bytes(), message.from(0), message.to(0));
  }

  /// Whether it is a report, or what is left of one: its heading. Up to 12 an analyze has all in
  /// one line.
  boolean isReport() {
    return beginsAsReport(entry)
        && (entry.lines() > 1 || !ReportOrder.isWhole(text, entry.from(0), entry.to(0)));
  }

  /// Whether lines of a message are another's: a report has them in an order, of which somebody may
  /// have left out some, and what is no report has none.
  static boolean isDisordered(Entry message) {
    return isReport(message)
        ? !isInOrder(message)
        : message.level() == Level.LOG
            && IntStream.range(1, message.lines()).anyMatch(line -> rank(message, line) == 0);
  }

  private static boolean isInOrder(Entry report) {
    boolean isInOrder = true;
    var order = new ReportOrder();
    for (int line = 1; isInOrder && line < report.lines(); line++) {
      isInOrder = order.follows(rank(report, line));
    }
    return isInOrder;
  }

  private static int rank(Entry report, int line) {
    return report.section(line) == Section.MESSAGE
        ? ReportOrder.rank(report.bytes(), report.from(line), report.to(line))
        : -1;
  }

  /// Whether it is a report from its first line to its last, in the server's order and with nothing
  /// in between: lines that were shuffled hardly fall so.
  boolean isWhole() {
    var lines = lines();
    boolean isWhole = lines.size() > 1 && isInOrder(entry) && rank(lines.get(1)) == 0;
    var kinds = new HashSet<Integer>();
    boolean hasLast = false;
    for (int at = 1; at < lines.size(); at++) {
      int rank = rank(lines.get(at));
      isWhole &= lines.get(at).number == lines.get(at - 1).number + 1;
      isWhole &= rank < 0 || ReportOrder.mayRepeat(rank) || kinds.add(rank);
      hasLast |= ReportOrder.isLast(rank);
    }
    return isWhole && hasLast;
  }

  /// Puts the lines of a report in the server's order.
  ///
  /// @return false if there are lines of more than one
  boolean sort() {
    var lines = lines();
    var seen = new HashSet<Integer>();
    boolean isOne =
        lines.stream()
            .map(this::rank)
            .allMatch(rank -> rank < 0 || ReportOrder.mayRepeat(rank) || seen.add(rank));
    if (isOne) {
      lines.subList(1, lines.size()).sort(Comparator.comparingInt(line -> Math.max(0, rank(line))));
      refill(lines);
    }
    return isOne;
  }

  /// Lets no line of it count as a report's, nor one that came loose behind it.
  void mark() {
    var lines = lines();
    var further = lines.subList(1, lines.size());
    further.replaceAll(line -> line.section == Section.MESSAGE ? marked(line) : line);
    loose.replaceAll(line -> rank(line) < 0 ? line : marked(line));
    refill(lines);
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
      entry.move(text);
    }
    System.arraycopy(in, from, text, used, to - from);
    used += to - from;
  }

  /// Takes a loose line that came behind it.
  void follow(byte[] in, int from, int to, long line) {
    int begin = used;
    append(in, from, to);
    loose.add(new Line(Section.MESSAGE, begin, used, line));
  }

  void hand(EntrySink to) {
    to.entry(entry);
    for (var line : loose) {
      to.line(text, line.from, line.to, line.number);
    }
  }

  private int rank(Line line) {
    return line.section == Section.MESSAGE ? ReportOrder.rank(text, line.from, line.to) : -1;
  }
}
