package org.vacuumadvisor.source.log.reading;

import java.util.Arrays;
import org.vacuumadvisor.source.log.Column;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.Level;
import org.vacuumadvisor.source.log.Section;

/// Messages and loose lines as one thread found them, copied so that another can take them over, in
/// their order.
@SuppressWarnings("EnumOrdinal") // kept as numbers between two calls of this class
final class Batch {
  private static final int FULL = 256 << 10;
  private static final int MOST_NOTES = 64 << 10;
  private static final long LOOSE_LINE = -1;
  private static final Level[] LEVELS = Level.values();
  private static final Section[] SECTIONS = Section.values();
  private static final Column[] COLUMNS = Column.values();

  private byte[] text = new byte[FULL / 4];
  private int size;
  private long[] notes = new long[MOST_NOTES / 16];
  private int noted;

  boolean isFull() {
    return size >= FULL || noted >= MOST_NOTES;
  }

  boolean isEmpty() {
    return noted == 0;
  }

  void add(Entry entry) {
    note(entry.level().ordinal());
    note(entry.session());
    note(entry.pid());
    note(entry.ordinal());
    for (var column : COLUMNS) {
      boolean has = entry.has(column);
      range(entry.bytes(), has ? entry.from(column) : 0, has ? entry.to(column) : -1);
    }
    note(entry.lines());
    for (int line = 0; line < entry.lines(); line++) {
      note(entry.section(line).ordinal());
      note(entry.number(line));
      range(entry.bytes(), entry.from(line), entry.to(line));
    }
  }

  void add(byte[] bytes, int from, int to, long line) {
    note(LOOSE_LINE);
    note(line);
    range(bytes, from, to);
  }

  /// Hands over everything.
  ///
  /// @param linesBefore lines of the input before those that were counted here
  void hand(EntrySink sink, long linesBefore) {
    var entry = new Entry();
    for (int at = 0; at < noted; ) {
      long kind = notes[at++];
      if (kind == LOOSE_LINE) {
        sink.line(text, (int) notes[at + 1], (int) notes[at + 2], linesBefore + notes[at]);
        at += 3;
      } else {
        entry.begin(text, LEVELS[(int) kind]);
        at = fill(entry, at, linesBefore);
        sink.entry(entry);
      }
    }
  }

  private int fill(Entry entry, int begin, long linesBefore) {
    entry.session(notes[begin], notes[begin + 1]);
    entry.ordinal(notes[begin + 2]);
    int at = begin + 3;
    for (var column : COLUMNS) {
      if (notes[at + 1] >= 0) {
        entry.column(column, (int) notes[at], (int) notes[at + 1]);
      }
      at += 2;
    }
    long lines = notes[at++];
    for (long line = 0; line < lines; line++) {
      entry.line(
          SECTIONS[(int) notes[at]],
          (int) notes[at + 2],
          (int) notes[at + 3],
          linesBefore + notes[at + 1]);
      at += 4;
    }
    return at;
  }

  /// Copies a text and notes where it lies; an end before the beginning says that there is none.
  private void range(byte[] from, int begin, int end) {
    if (end < begin) {
      note(0);
      note(-1);
      return;
    }
    int length = end - begin;
    if (size + length > text.length) {
      text = Arrays.copyOf(text, Math.max(size + length, text.length * 2));
    }
    System.arraycopy(from, begin, text, size, length);
    note(size);
    size += length;
    note(size);
  }

  private void note(long what) {
    if (noted == notes.length) {
      notes = Arrays.copyOf(notes, notes.length * 2);
    }
    notes[noted++] = what;
  }
}
