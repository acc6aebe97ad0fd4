package org.vacuumadvisor.source.log.line;

import java.util.Arrays;
import org.vacuumadvisor.source.log.Column;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.Level;
import org.vacuumadvisor.source.log.Scan;
import org.vacuumadvisor.source.log.Section;

/// A message that is being put together, in memory of its own: its lines come one by one, and may
/// come behind lines of others.
///
/// It keeps a bounded part: what goes beyond a megabyte is left out, line by line.
final class Draft {
  private static final int LARGEST = 1 << 20;
  private static final int MOST_LINES = 20_000;

  private final Entry entry = new Entry();
  private byte[] text = new byte[8192];
  private int size;
  private boolean isOver;
  private long waitsSince;

  void begin(Level severity) {
    size = 0;
    isOver = false;
    entry.begin(text, severity);
  }

  void session(long key, long process) {
    entry.session(key, process);
  }

  void ordinal(long place) {
    entry.ordinal(place);
  }

  /// The time that its own text says, if it says one, else that of its wrapper.
  void time(byte[] in, Stamps stamps, Wrapping wrapping) {
    if (stamps.hasTimestamp()) {
      column(Column.TIMESTAMP, in, stamps.timestampFrom, stamps.timestampTo);
      if (stamps.zoneFrom >= 0) {
        column(Column.ZONE, in, stamps.zoneFrom, stamps.zoneTo);
      }
    } else if (wrapping.timestamp != null) {
      column(Column.TIMESTAMP, wrapping.timestamp);
      if (wrapping.zone != null) {
        column(Column.ZONE, wrapping.zone);
      }
    }
  }

  void column(Column column, byte[] in, int begin, int end) {
    if (end - begin <= 1024 && room(end - begin)) {
      entry.column(column, size, size + end - begin);
      copy(in, begin, end);
    }
  }

  void column(Column column, String value) {
    byte[] bytes = Scan.bytes(value);
    column(column, bytes, 0, bytes.length);
  }

  void line(Section part, byte[] in, int begin, int end, long physical) {
    if (entry.lines() < MOST_LINES && room(end - begin)) {
      entry.line(part, size, size + end - begin, physical);
      copy(in, begin, end);
    }
  }

  /// Goes on with the last line, which a wrapper had cut.
  void extend(byte[] in, int begin, int end) {
    int last = entry.lines() - 1;
    if (last >= 0 && entry.to(last) == size && room(end - begin)) {
      copy(in, begin, end);
      entry.extend(size);
    }
  }

  int lines() {
    return entry.lines();
  }

  /// Whether it may go on behind lines of other sessions. A report of autovacuum has all its lines.
  boolean mayGoOn() {
    return !isOver && entry.session() != 0 && (entry.lines() == 1 || entry.level() != Level.LOG);
  }

  boolean isOf(long session) {
    return !isOver && entry.session() == session;
  }

  /// Its session has begun another message.
  void over() {
    isOver = true;
  }

  /// How many messages had begun before it waits.
  long waitsSince() {
    return waitsSince;
  }

  void waitsSince(long begun) {
    waitsSince = begun;
  }

  void hand(EntrySink sink) {
    sink.entry(entry);
  }

  private boolean room(int more) {
    if (more > LARGEST - size) {
      return false;
    }
    if (size + more > text.length) {
      text = Arrays.copyOf(text, Math.max(size + more, text.length * 2));
      entry.move(text);
    }
    return true;
  }

  private void copy(byte[] in, int begin, int end) {
    System.arraycopy(in, begin, text, size, end - begin);
    size += end - begin;
  }
}
