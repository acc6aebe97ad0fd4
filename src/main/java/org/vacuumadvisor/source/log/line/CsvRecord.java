package org.vacuumadvisor.source.log.line;

import java.util.Arrays;
import java.util.List;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.Level;
import org.vacuumadvisor.source.log.Relevance;
import org.vacuumadvisor.source.log.Scan;

/// One record of csvlog, which may span lines: a field in quotes holds line feeds.
///
/// The columns that matter here have kept their places since 9.6; releases add columns at the end.
final class CsvRecord implements NamedRecord.Fields {
  private static final int LARGEST = 1 << 20;
  private static final List<String> NAMES =
      List.of(
          ("log_time user_name database_name process_id connection_from session_id session_line_num"
                  + " command_tag session_start_time virtual_transaction_id transaction_id"
                  + " error_severity sql_state_code message detail hint internal_query"
                  + " internal_query_pos context query query_pos location application_name"
                  + " backend_type")
              .split(" ", -1));
  private static final int PROCESS = NAMES.indexOf("process_id");
  private static final int SEVERITY = NAMES.indexOf("error_severity");
  private static final int MESSAGE = NAMES.indexOf("message");

  private static final Wrapping NO_WRAPPING = new Wrapping();

  private final EntrySink sink;
  private final LayersSeen evidence;
  private final NamedRecord record = new NamedRecord();
  private final int[] from = new int[NAMES.size()];
  private final int[] to = new int[NAMES.size()];
  private byte[] text = new byte[8192];
  private int size;
  private int fields;
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
    for (int field = 1; field <= MESSAGE; field++) {
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
      split(end);
      int cutField = from[fields - 1];
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
    split(end);
    if (isTooLong || fields <= MESSAGE) {
      return;
    }
    Level level = Severities.level(text, from[SEVERITY], to[SEVERITY]);
    if (Relevance.isPossible(level, text, from[MESSAGE], to[MESSAGE])) {
      record.read(this, level, NO_WRAPPING, sink);
    }
  }

  /// Its doubled quotes undone.
  @Override
  public byte[] text(String name) {
    int field = NAMES.indexOf(name);
    if (field < 0 || field >= fields) {
      return new byte[0];
    }
    byte[] plain = new byte[to[field] - from[field]];
    int end = 0;
    int at = from[field];
    while (at < to[field]) {
      plain[end++] = text[at];
      at += text[at] == '"' ? 2 : 1;
    }
    return Arrays.copyOf(plain, end);
  }

  @Override
  public long number(String name) {
    long line = number;
    for (int at = 0; at < from[NAMES.indexOf(name)]; at++) {
      line += text[at] == '\n' ? 1 : 0;
    }
    return line;
  }

  @Override
  public int step() {
    return 1;
  }

  /// Finds the fields; quotes around them are left out, those in them stay doubled.
  private void split(int end) {
    int last = end > 0 && text[end - 1] == '\n' ? end - 1 : end;
    int at = 0;
    fields = 0;
    while (fields < from.length && at <= last) {
      boolean isQuoted = at < last && text[at] == '"';
      int stop = isQuoted ? endOfQuoted(text, at, last) : Scan.find(text, at, last, ',');
      from[fields] = isQuoted ? at + 1 : at;
      to[fields] = isQuoted && text[stop - 1] == '"' && stop > at + 1 ? stop - 1 : stop;
      fields++;
      at = stop + 1;
    }
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
