package org.vacuumadvisor.source.log.line;

import java.util.Arrays;
import org.vacuumadvisor.source.log.Column;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.Level;
import org.vacuumadvisor.source.log.Section;
import org.vacuumadvisor.source.log.prefix.Scan;

/// The message that is being put together, in memory of its own: its lines come one by one.
///
/// It keeps a bounded part: what goes beyond a megabyte is left out, line by line.
@SuppressWarnings("EnumOrdinal") // columns index arrays, as in Entry
final class Draft {
  private static final int LARGEST = 1 << 20;
  private static final int MOST_LINES = 20_000;
  private static final Column[] COLUMNS = Column.values();

  private final Entry entry = new Entry();
  private byte[] text = new byte[8192];
  private int size;
  private int lines;
  private int[] from = new int[64];
  private int[] to = new int[64];
  private long[] number = new long[64];
  private Section[] section = new Section[64];
  private final int[] columnFrom = new int[COLUMNS.length];
  private final int[] columnTo = new int[COLUMNS.length];
  private Level level = Level.NONE;
  private long session;
  private long pid = Entry.UNKNOWN_PID;
  private long ordinal = Entry.UNKNOWN_ORDINAL;

  void begin(Level severity) {
    level = severity;
    size = 0;
    lines = 0;
    session = 0;
    pid = Entry.UNKNOWN_PID;
    ordinal = Entry.UNKNOWN_ORDINAL;
    Arrays.fill(columnFrom, -1);
  }

  void session(long key, long process) {
    session = key;
    pid = process;
  }

  void ordinal(long place) {
    ordinal = place;
  }

  void pid(long process) {
    pid = process;
  }

  long pid() {
    return pid;
  }

  boolean has(Column column) {
    return columnFrom[column.ordinal()] >= 0;
  }

  void column(Column column, byte[] in, int begin, int end) {
    if (end - begin <= 1024 && room(end - begin)) {
      columnFrom[column.ordinal()] = size;
      copy(in, begin, end);
      columnTo[column.ordinal()] = size;
    }
  }

  void column(Column column, String value) {
    byte[] bytes = Scan.bytes(value);
    column(column, bytes, 0, bytes.length);
  }

  void line(Section part, byte[] in, int begin, int end, long physical) {
    if (lines == MOST_LINES || !room(end - begin)) {
      return;
    }
    if (lines == from.length) {
      grow();
    }
    section[lines] = part;
    number[lines] = physical;
    from[lines] = size;
    copy(in, begin, end);
    to[lines] = size;
    lines++;
  }

  /// Goes on with the last line, which a wrapper had cut.
  void extend(byte[] in, int begin, int end) {
    if (lines > 0 && to[lines - 1] == size && room(end - begin)) {
      copy(in, begin, end);
      to[lines - 1] = size;
    }
  }

  int lines() {
    return lines;
  }

  void hand(EntrySink sink) {
    entry.begin(text, level);
    entry.session(session, pid);
    entry.ordinal(ordinal);
    for (Column column : COLUMNS) {
      if (has(column)) {
        entry.column(column, columnFrom[column.ordinal()], columnTo[column.ordinal()]);
      }
    }
    for (int line = 0; line < lines; line++) {
      entry.line(section[line], from[line], to[line], number[line]);
    }
    sink.entry(entry);
  }

  private boolean room(int more) {
    if (more > LARGEST - size) {
      return false;
    }
    if (size + more > text.length) {
      text = Arrays.copyOf(text, Math.max(size + more, text.length * 2));
    }
    return true;
  }

  private void copy(byte[] in, int begin, int end) {
    System.arraycopy(in, begin, text, size, end - begin);
    size += end - begin;
  }

  private void grow() {
    int more = lines * 2;
    from = Arrays.copyOf(from, more);
    to = Arrays.copyOf(to, more);
    number = Arrays.copyOf(number, more);
    section = Arrays.copyOf(section, more);
  }
}
