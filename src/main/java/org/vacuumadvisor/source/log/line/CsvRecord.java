package org.vacuumadvisor.source.log.line;

import java.util.Arrays;
import org.vacuumadvisor.source.log.Column;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.Level;
import org.vacuumadvisor.source.log.Relevance;
import org.vacuumadvisor.source.log.Section;

/// One record of csvlog, which may span lines: a field in quotes holds line feeds.
///
/// The columns that matter here have kept their places since 9.6; releases add columns at the end.
final class CsvRecord {
  private static final int LARGEST = 1 << 20;
  private static final int USER = 1;
  private static final int DATABASE = 2;
  private static final int PROCESS = 3;
  private static final int SESSION = 5;
  private static final int SESSION_LINE = 6;
  private static final int SEVERITY = 11;
  private static final int STATE = 12;
  private static final int MESSAGE = 13;
  private static final int APPLICATION = 22;
  private static final int BACKEND_TYPE = 23;
  private static final int FIELDS = 24;

  private static final Wrapping NO_WRAPPING = new Wrapping();

  private final EntrySink sink;
  private final LayersSeen evidence;
  private final Draft draft = new Draft();
  private final Stamps stamps = new Stamps();
  private final int[] from = new int[FIELDS];
  private final int[] to = new int[FIELDS];
  private byte[] text = new byte[8192];
  private byte[] plain = new byte[1024];
  private int size;
  private long number;
  private boolean isOpen;
  private boolean inQuotes;
  private boolean isTooLong;

  CsvRecord(EntrySink sink, LayersSeen evidence) {
    this.sink = sink;
    this.evidence = evidence;
  }

  /// Whether the record goes on with the next line.
  boolean isOpen() {
    return isOpen;
  }

  /// Whether a record begins in this line. The text of a statement may hold another log's records,
  /// but with their quotes doubled.
  static boolean begins(byte[] in, int from, int to) {
    int seconds = Stamps.endOfSeconds(in, from, to);
    if (seconds < 0 || in[from + 10] != ' ') {
      return false;
    }
    int at = Scan.find(in, seconds, Math.min(to, seconds + 20), ',');
    for (int field = USER; field <= MESSAGE; field++) {
      if (at >= to || in[at] != ',') {
        return false;
      }
      at++;
      int quotes = at;
      while (quotes < to && in[quotes] == '"') {
        quotes++;
      }
      boolean isEmpty = quotes == at + 2 && (quotes == to || in[quotes] == ',');
      boolean isQuoted = ((quotes - at) & 1) == 1;
      if (quotes > at && !isQuoted && !isEmpty) {
        return false;
      }
      if (field == MESSAGE) {
        return quotes > at;
      }
      int end = isQuoted ? endOfQuoted(in, at, to) : Scan.find(in, quotes, to, ',');
      boolean isNumber = field != PROCESS || (end > at && Scan.digits(in, at, end) == end);
      if (!isNumber) {
        return false;
      }
      at = end;
    }
    return false;
  }

  void begin(byte[] in, int begin, int end, long line) {
    evidence.see(Layer.CSVLOG, in, begin, end, line);
    size = 0;
    number = line;
    isOpen = true;
    inQuotes = false;
    isTooLong = false;
    add(in, begin, end, line);
  }

  /// The next line of the record.
  void add(byte[] in, int begin, int end, long line) {
    count(in, begin, end);
    int more = end - begin + 1;
    if (more > LARGEST - size) {
      isTooLong = true;
    }
    if (!isTooLong) {
      if (size + more > text.length) {
        text = Arrays.copyOf(text, Math.max(size + more, text.length * 2));
      }
      System.arraycopy(in, begin, text, size, end - begin);
      size += more;
      text[size - 1] = '\n';
    }
    if (!inQuotes) {
      finish(size);
    } else if (isTooLong) {
      isOpen = false;
    }
  }

  /// More of the last line, which is too long to be held.
  void tooLong(byte[] in, int begin, int end) {
    isTooLong = true;
    count(in, begin, end);
    isOpen = inQuotes;
  }

  /// The record ends here, unfinished: its whole fields count, and the whole lines of the field in
  /// which it was cut.
  void cut() {
    if (isOpen) {
      int end = Math.max(0, size - 1);
      int cutField = from[split(end) - 1];
      int whole = end;
      while (whole > cutField && text[whole - 1] != '\n') {
        whole--;
      }
      finish(whole > cutField ? whole : cutField - 1);
    }
  }

  /// Another record begins though this one is not over, as lines came out of order: all its lines
  /// count, as the last is whole.
  void interrupt() {
    if (isOpen) {
      finish(size);
    }
  }

  private void count(byte[] in, int begin, int end) {
    for (int at = begin; at < end; at++) {
      if (in[at] == '"') {
        inQuotes = !inQuotes;
      }
    }
  }

  private void finish(int end) {
    isOpen = false;
    int fields = split(end);
    if (isTooLong || fields <= MESSAGE) {
      return;
    }
    var severity = Severities.find(text, from[SEVERITY], to[SEVERITY]);
    Level level = severity == null ? Level.LOG : severity.level();
    if (!Relevance.isPossible(level, text, from[MESSAGE], to[MESSAGE])) {
      return;
    }
    draft.begin(level);
    stamp(fields);
    section(Section.MESSAGE, MESSAGE, fields);
    section(Section.DETAIL, 14, fields);
    section(Section.HINT, 15, fields);
    section(Section.QUERY, 16, fields);
    section(Section.CONTEXT, 18, fields);
    section(Section.STATEMENT, 19, fields);
    if (draft.lines() > 0) {
      draft.hand(sink);
    }
  }

  private void stamp(int fields) {
    stamps.clear();
    stamps.readTimestamp(text, from[0], to[0]);
    draft.time(text, stamps, NO_WRAPPING);
    long pid = Scan.number(text, from[PROCESS], to[PROCESS], 10);
    draft.session(from[SESSION] < to[SESSION] ? sessionKey(pid) : pid + 1, pid);
    boolean hasLine = SESSION_LINE < fields && from[SESSION_LINE] < to[SESSION_LINE];
    draft.ordinal(
        hasLine
            ? Scan.number(text, from[SESSION_LINE], to[SESSION_LINE], 10)
            : Entry.UNKNOWN_ORDINAL);
    column(Column.USER, USER, fields);
    column(Column.DATABASE, DATABASE, fields);
    column(Column.STATE, STATE, fields);
    column(Column.APPLICATION, APPLICATION, fields);
    column(Column.BACKEND_TYPE, BACKEND_TYPE, fields);
  }

  private long sessionKey(long pid) {
    int dot = Scan.hex(text, from[SESSION], to[SESSION]);
    return (Scan.number(text, from[SESSION], dot, 16) << 32) | pid;
  }

  private void column(Column column, int field, int fields) {
    if (field < fields && from[field] < to[field]) {
      draft.column(column, text, from[field], to[field]);
    }
  }

  /// Adds the lines of a field, its doubled quotes undone.
  private void section(Section section, int field, int fields) {
    if (field >= fields || from[field] == to[field]) {
      return;
    }
    if (plain.length < to[field] - from[field]) {
      plain = new byte[to[field] - from[field]];
    }
    int end = 0;
    int at = from[field];
    while (at < to[field]) {
      plain[end++] = text[at];
      at += text[at] == '"' ? 2 : 1;
    }
    long line = number + feeds(from[field]);
    int begin = 0;
    while (begin < end) {
      int feed = Scan.newline(plain, begin, end);
      draft.line(section, plain, begin, feed, line++);
      begin = feed + 1;
    }
  }

  private long feeds(int before) {
    long feeds = 0;
    for (int at = 0; at < before; at++) {
      feeds += text[at] == '\n' ? 1 : 0;
    }
    return feeds;
  }

  /// Finds the fields; quotes around them are left out, those in them stay doubled.
  private int split(int end) {
    int last = end > 0 && text[end - 1] == '\n' ? end - 1 : end;
    int at = 0;
    int field = 0;
    while (field < FIELDS && at <= last) {
      boolean isQuoted = at < last && text[at] == '"';
      int stop = isQuoted ? endOfQuoted(text, at, last) : Scan.find(text, at, last, ',');
      from[field] = isQuoted ? at + 1 : at;
      to[field] = isQuoted && text[stop - 1] == '"' && stop > at + 1 ? stop - 1 : stop;
      field++;
      at = stop + 1;
    }
    return field;
  }

  /// Behind the quote that closes the field which opens here, or the end.
  private static int endOfQuoted(byte[] in, int from, int to) {
    int at = from + 1;
    while (at < to) {
      if (in[at] == '"') {
        if (at + 1 == to || in[at + 1] != '"') {
          return at + 1;
        }
        at++;
      }
      at++;
    }
    return to;
  }
}
