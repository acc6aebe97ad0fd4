package org.vacuumadvisor.source.log.line;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.Entry.Line;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.Level;
import org.vacuumadvisor.source.log.Section;

/// A message that is held, with the loose lines behind it.
final class HeldMessage {
  /// The order in which a server writes: by time, then by the place in the session. What neither
  /// tells stays as it came.
  static final Comparator<HeldMessage> AS_WRITTEN =
      Comparator.comparingLong((HeldMessage each) -> each.time)
          .thenComparingLong(each -> each.message.session())
          .thenComparingLong(each -> each.message.ordinal())
          .thenComparing(each -> each.message.level() == Level.NONE)
          .thenComparingLong(HeldMessage::number);

  /// Stands before lines of which it is not known to which report they belong: so no report has
  /// them.
  private static final byte[] MARK = {'?', ' '};

  private final long time;

  /// All of it but its lines.
  private final Entry message;

  private final List<Line> lines = new ArrayList<>();
  private final List<Line> loose = new ArrayList<>();

  /// Copies a message.
  ///
  /// @param time when it was written, or the message before it if it does not say
  HeldMessage(Entry message, long time) {
    this.time = time;
    this.message = message.with(List.of());
    byte[] in = message.bytes();
    for (int line = 0; line < message.lines(); line++) {
      byte[] text = Arrays.copyOfRange(in, message.from(line), message.to(line));
      lines.add(new Line(message.section(line), text, message.number(line)));
    }
  }

  private static int rank(Line line) {
    return line.part() == Section.MESSAGE
        ? ReportOrder.rank(line.text(), 0, line.text().length)
        : -1;
  }

  private static Line marked(Line line) {
    byte[] marked = Arrays.copyOf(MARK, MARK.length + line.text().length);
    System.arraycopy(line.text(), 0, marked, MARK.length, line.text().length);
    return new Line(line.part(), marked, line.number());
  }

  /// The line in which it begins.
  long number() {
    return lines.getFirst().number();
  }

  int bytes() {
    return Stream.concat(lines.stream(), loose.stream()).mapToInt(each -> each.text().length).sum();
  }

  /// Whether it is a part that came apart from that message.
  boolean isPartOf(HeldMessage other) {
    return message.level() == Level.NONE
        && other.message.level() != Level.NONE
        && message.session() != 0
        && message.session() == other.message.session()
        && time == other.time;
  }

  /// Takes over the lines of a part of this message that came apart from it.
  void join(HeldMessage part) {
    lines.addAll(part.lines);
    loose.addAll(part.loose);
  }

  /// Whether lines of a message are another's: a report has them in an order, of which somebody may
  /// have left out some, and what is no report has none.
  static boolean isDisordered(Entry message) {
    if (message.level() != Level.LOG || message.lines() < 2) {
      return false;
    }
    var ranks =
        IntStream.range(1, message.lines())
            .map(line ->
                message.section(line) == Section.MESSAGE
                    ? ReportOrder.rank(message.bytes(), message.from(line), message.to(line))
                    : -1);
    return ReportOrder.begins(message.bytes(), message.from(0), message.to(0))
        ? !ReportOrder.isInOrder(ranks.toArray())
        : ranks.anyMatch(rank -> rank == 0);
  }

  /// Whether it is a report, or what is left of one: its heading. Up to 12 an analyze has all in
  /// one line.
  boolean isReport() {
    byte[] first = lines.getFirst().text();
    return message.level() == Level.LOG
        && ReportOrder.begins(first, 0, first.length)
        && (lines.size() > 1 || !ReportOrder.isWhole(first, 0, first.length));
  }

  /// Whether it is a report from its first line to its last, in the server's order and with nothing
  /// in between: lines that were shuffled hardly fall so.
  boolean isWhole() {
    var ranks = further().stream().mapToInt(HeldMessage::rank).toArray();
    return ranks.length > 0
        && ranks[0] == 0
        && ReportOrder.isInOrder(ranks)
        && ReportOrder.areOfOne(ranks)
        && IntStream.of(ranks).anyMatch(ReportOrder::isLast)
        && IntStream.range(0, lines.size()).allMatch(at -> lines.get(at).number() == number() + at);
  }

  /// Puts the lines of a report in the server's order.
  ///
  /// @return false if there are lines of more than one
  boolean sort() {
    boolean isOne = ReportOrder.areOfOne(lines.stream().mapToInt(HeldMessage::rank).toArray());
    if (isOne) {
      further().sort(Comparator.comparingInt(line -> Math.max(0, rank(line))));
    }
    return isOne;
  }

  /// Lets no line of it count as a report's, nor one that came loose behind it.
  void mark() {
    further().replaceAll(line -> line.part() == Section.MESSAGE ? marked(line) : line);
    loose.replaceAll(line -> rank(line) < 0 ? line : marked(line));
  }

  private List<Line> further() {
    return lines.subList(1, lines.size());
  }

  /// Takes a loose line that came behind it.
  void follow(byte[] in, int from, int to, long line) {
    loose.add(new Line(Section.MESSAGE, Arrays.copyOfRange(in, from, to), line));
  }

  void hand(EntrySink to) {
    to.entry(message.with(lines));
    loose.forEach(each -> to.line(each.text(), 0, each.text().length, each.number()));
  }
}
