package org.vacuumadvisor.source.log;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// One message as a container found it, as ranges of one array of bytes; nothing is decoded.
///
/// A container fills one entry again and again and hands it to an [EntrySink]; it and its bytes
/// hold only during that call. The text is UTF-8, freed of everything the container added: prefix,
/// tabs at the start of further lines, quotes, escapes, line ends. A container that must unescape
/// does so into an array of its own and points there.
///
/// Lines are in the order of the input. The parts of a message that were written at once belong
/// into one entry: of a LOG or WARNING it depends on its `CONTEXT` whether it is believed. Parts
/// that come apart from their message make an entry of [Level#NONE].
@SuppressWarnings("EnumOrdinal") // columns index arrays: this is filled for every message of a log
public final class Entry {
  /// What [#pid()] is when the container does not know.
  public static final long UNKNOWN_PID = -1;

  /// What [#ordinal()] is when the container does not know.
  public static final long UNKNOWN_ORDINAL = -1;

  /// Stands before a [Column#TIMESTAMP] of which the log does not print the year.
  public static final String ASSUMED = "~";

  /// A line of text, and its number in the input.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Line(Section part, byte[] text, long number) {}

  private static final byte[] NOTHING = new byte[0];
  private static final int COLUMNS = Column.values().length;
  private static final int FIRST_LINES = 64;

  /// A message may be torn into so many lines.
  private static final int MOST_PIECES = 4;

  private byte[] bytes = NOTHING;
  private Level level = Level.NONE;
  private long session;
  private long pid = UNKNOWN_PID;
  private long ordinal = UNKNOWN_ORDINAL;
  private int lines;
  private int[] from = new int[FIRST_LINES];
  private int[] to = new int[FIRST_LINES];
  private long[] number = new long[FIRST_LINES];
  private Section[] section = new Section[FIRST_LINES];
  private final int[] columnFrom = new int[COLUMNS];
  private final int[] columnTo = new int[COLUMNS];

  /// Forgets what was here and begins another message in these bytes.
  public void begin(byte[] in, Level severity) {
    bytes = in;
    level = severity;
    session = 0;
    pid = UNKNOWN_PID;
    ordinal = UNKNOWN_ORDINAL;
    lines = 0;
    Arrays.fill(columnFrom, -1);
  }

  /// Tells whose message it is.
  ///
  /// @param key the same for all messages of one session and no other, as far as the log tells; 0
  ///   if it does not
  /// @param process the server process as printed, or [#UNKNOWN_PID]
  public void session(long key, long process) {
    session = key;
    pid = process > Integer.MAX_VALUE ? UNKNOWN_PID : process;
  }

  /// Tells the place of the message among those of its session: `%l`, `session_line_num`, or
  /// syslog's sequence number. It grows; some numbers may be missing.
  public void ordinal(long place) {
    ordinal = place;
  }

  /// Tells where a column stands.
  public void column(Column column, int begin, int end) {
    columnFrom[column.ordinal()] = begin;
    columnTo[column.ordinal()] = end;
  }

  /// Adds a line of text; empty ones may be left out.
  ///
  /// @param physical its number in the input, from 1
  public void line(Section part, int begin, int end, long physical) {
    if (lines == from.length) {
      grow();
    }
    from[lines] = begin;
    to[lines] = end;
    number[lines] = physical;
    section[lines] = part;
    lines++;
  }

  /// Tells that the last line goes on up to there.
  public void extend(int end) {
    to[lines - 1] = end;
  }

  /// Tells that the same bytes are in another array now, in the same places.
  public void move(byte[] in) {
    bytes = in;
  }

  public byte[] bytes() {
    return bytes;
  }

  public Level level() {
    return level;
  }

  /// The session's key, 0 if unknown.
  public long session() {
    return session;
  }

  public long pid() {
    return pid;
  }

  /// The place among the messages of the session, or [#UNKNOWN_ORDINAL].
  public long ordinal() {
    return ordinal;
  }

  /// How many lines of text it has.
  public int lines() {
    return lines;
  }

  public int from(int line) {
    return from[line];
  }

  public int to(int line) {
    return to[line];
  }

  /// The physical line in the input.
  public long number(int line) {
    return number[line];
  }

  public Section section(int line) {
    return section[line];
  }

  /// The first line of this part; -1 where there is none.
  public int first(Section part) {
    int line = 0;
    while (line < lines && section[line] != part) {
      line++;
    }
    return line < lines ? line : -1;
  }

  public boolean has(Column column) {
    return columnFrom[column.ordinal()] >= 0;
  }

  public int from(Column column) {
    return columnFrom[column.ordinal()];
  }

  public int to(Column column) {
    return columnTo[column.ordinal()];
  }

  /// The text of a column, decoded; null where the container has none.
  public @Nullable String text(Column column) {
    int begin = from(column);
    return begin < 0 ? null : new String(bytes, begin, to(column) - begin, StandardCharsets.UTF_8);
  }

  /// The text of a line, decoded.
  public String text(int line) {
    return new String(bytes, from[line], to[line] - from[line], StandardCharsets.UTF_8);
  }

  /// The same message with its first lines as one, where that makes it one that is known: a program
  /// wrapped it, or a name has line feeds.
  public Optional<Entry> joined(Predicate<Entry> isKnown) {
    for (int pieces = 2; pieces <= Math.min(lines, MOST_PIECES); pieces++) {
      if (section[pieces - 1] != Section.MESSAGE) {
        return Optional.empty();
      }
      for (var between : List.of("\n", " ")) {
        var joined = joined(pieces, between);
        if (isKnown.test(joined)) {
          return Optional.of(joined);
        }
      }
    }
    return Optional.empty();
  }

  private Entry joined(int pieces, String between) {
    var first = IntStream.range(0, pieces).mapToObj(line -> text(line).strip());
    var text = first.collect(Collectors.joining(between)).getBytes(StandardCharsets.UTF_8);
    var all = new ArrayList<Line>();
    all.add(new Line(section[0], text, number[0]));
    for (int line = pieces; line < lines; line++) {
      all.add(
          new Line(section[line], Arrays.copyOfRange(bytes, from[line], to[line]), number[line]));
    }
    return with(all);
  }

  /// The same message with other lines.
  public Entry with(List<Line> text) {
    var all = new ByteArrayOutputStream();
    var copy = new Entry();
    copy.begin(NOTHING, level);
    copy.session(session, pid);
    copy.ordinal(ordinal);
    for (var each : Column.values()) {
      if (has(each)) {
        int begin = all.size();
        all.write(bytes, from(each), to(each) - from(each));
        copy.column(each, begin, all.size());
      }
    }
    for (var each : text) {
      int begin = all.size();
      all.writeBytes(each.text);
      copy.line(each.part, begin, all.size(), each.number);
    }
    copy.move(all.toByteArray());
    return copy;
  }

  private void grow() {
    int more = lines * 2;
    from = Arrays.copyOf(from, more);
    to = Arrays.copyOf(to, more);
    number = Arrays.copyOf(number, more);
    section = Arrays.copyOf(section, more);
  }
}
