package org.vacuumadvisor.source.log.line;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.vacuumadvisor.source.log.Scan;
import org.vacuumadvisor.source.log.Word;

/// Reads the headers that syslog daemons, the journal and Heroku put before a line.
final class Syslog {
  private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
  private static final String DAYS = "MonTueWedThuFriSatSun";

  /// What writes Heroku's log streams; behind each stands `[` or `/`, and the dyno.
  private static final Word[] OF_HEROKU = {new Word("app"), new Word("heroku")};

  private static final Word POSTGRES = new Word("postgres");
  private static final Word POSTGRES_DYNO = new Word("postgres.");

  private static final Word ERROR_CODE = new Word("sql_error_code = ");

  /// With SQLSTATE and a blank.
  private static final int LENGTH_OF_CODE = 23;

  private static final int LONGEST_TIME = 18;

  private final Years years;
  private boolean isHeroku;

  Syslog(Years years) {
    this.years = years;
  }

  boolean isHeroku() {
    return isHeroku;
  }

  /// Behind `Nov 21 11:52:45 host postgres[6042]: ` or `Fri 2026-11-21 11:52:45 UTC host …: `; -1
  /// if the line does not begin so.
  int afterDate(byte[] in, int from, int to, Wrapping wrapping) {
    if (to - from < 20 || in[from + 3] != ' ') {
      return -1;
    }
    if (place(DAYS, in, from) >= 0) {
      var stamps = new Stamps();
      stamps.clear();
      int end = stamps.readTimestamp(in, from + 4, to);
      if (end < 0 || end >= to || in[end] != ' ') {
        return -1;
      }
      wrapping.time(in, stamps);
      return afterTag(in, end + 1, to, wrapping);
    }
    int month = place(MONTHS, in, from);
    if (month < 0) {
      return -1;
    }
    int day = Scan.spaces(in, from + 4, to);
    int dayEnd = Scan.digits(in, day, to);
    int time = Scan.spaces(in, dayEnd, to);
    int year = -1;
    int yearEnd = Scan.digits(in, time, to);
    if (dayEnd > day && yearEnd == time + 4) {
      year = (int) Scan.number(in, time, yearEnd, 10);
      time = Scan.spaces(in, yearEnd, to);
    }
    boolean isTime = time + 8 < to && in[time + 2] == ':' && in[time + 5] == ':';
    int end = isTime ? Scan.word(in, time, to) : to;
    if (end >= to || dayEnd == day) {
      return -1;
    }
    int tag = afterTag(in, end + 1, to, wrapping);
    if (tag > 0 && end - time <= LONGEST_TIME) {
      var printed = new String(in, time, end - time, StandardCharsets.US_ASCII);
      wrapping.timestamp =
          years.timestamp(year, month + 1, (int) Scan.number(in, day, dayEnd, 10), printed);
    }
    return tag;
  }

  /// Behind `1763725965.123456 host postgres[6042]: `, or -1.
  int afterEpoch(byte[] in, int from, int to) {
    int dot = Scan.digits(in, from, to);
    if (dot != from + 10 || dot + 7 >= to || in[dot] != '.' || in[dot + 7] != ' ') {
      return -1;
    }
    var ignored = new Wrapping();
    return afterTag(in, dot + 8, to, ignored);
  }

  /// Behind `host postgres[6042]: ` or `app[postgres.31]: `; -1 if there is no tag.
  int afterTag(byte[] in, int from, int to, Wrapping wrapping) {
    isHeroku = isHeroku(in, from, to);
    int end = endOfTag(in, from, to, wrapping);
    int host = Scan.word(in, from, to);
    if (end < 0 && host > from && host + 1 < to) {
      isHeroku = isHeroku(in, host + 1, to);
      end = endOfTag(in, host + 1, to, wrapping);
    }
    return end;
  }

  /// Whether a tag is Heroku's: `app[postgres.31]:`, `heroku/postgres`, `heroku-postgres[12]:`.
  private static boolean isHeroku(byte[] in, int from, int to) {
    for (var source : OF_HEROKU) {
      int end = from + source.length();
      if (source.standsAt(in, from, to) && end + 1 < to) {
        return in[end] == '['
            || ((in[end] == '/' || in[end] == '-') && POSTGRES.standsAt(in, end + 1, to));
      }
    }
    return false;
  }

  /// Behind RFC 5424's header, whose priority and version were read; -1 if it is none.
  int structured(byte[] in, int from, int to, Wrapping wrapping) {
    var stamps = new Stamps();
    stamps.clear();
    if (stamps.readTimestamp(in, from, to) >= 0) {
      wrapping.time(in, stamps);
    }
    int at = from;
    isHeroku = false;
    for (int field = 0; field < 5; field++) {
      int end = Scan.word(in, at, to);
      if (end >= to) {
        return -1;
      }
      if (field == 3) {
        process(in, at, end, wrapping);
        isHeroku = POSTGRES_DYNO.standsAt(in, at, end);
      }
      at = end + 1;
    }
    if (isHeroku) {
      return at;
    }
    if (in[at] == '[') {
      int end = Scan.find(in, at, to, ']');
      return Math.min(to, end + 2);
    }
    return Math.min(to, at + 2);
  }

  /// Behind `[3-1] `, `[3] ` and Heroku's `[DATABASE] [9-1] `.
  int afterCounter(byte[] in, int from, int to, Wrapping wrapping) {
    wrapping.sequence = -1;
    wrapping.piece = 0;
    int begin = isHeroku ? afterDatabase(in, from, to) : from;
    int at = Scan.spaces(in, begin, to);
    if (at >= to || in[at] != '[') {
      return begin;
    }
    int first = Scan.digits(in, at + 1, to);
    int end = first < to && in[first] == '-' ? Scan.digits(in, first + 1, to) : first;
    if (first == at + 1 || end + 1 >= to || in[end] != ']' || in[end + 1] != ' ') {
      return begin;
    }
    long number = Scan.number(in, at + 1, first, 10);
    boolean hasPiece = end > first + 1;
    wrapping.sequence = hasPiece ? number : -1;
    wrapping.piece = hasPiece ? Scan.number(in, first + 1, end, 10) : 0;
    int text = end + 2;
    return isHeroku && text < to && in[text] == ' ' ? text + 1 : text;
  }

  /// Behind `[DATABASE] `, the color of a database.
  private static int afterDatabase(byte[] in, int from, int to) {
    int open = Scan.spaces(in, from, to);
    boolean isName = open + 1 < to && in[open] == '[' && Scan.isUpper(in[open + 1]);
    int close = isName ? Scan.find(in, open, to, ']') : to;
    return close + 1 < to && in[close + 1] == ' ' ? close + 2 : from;
  }

  /// Behind `sql_error_code = 00000 `, which Heroku may repeat before further lines of a message,
  /// and behind the kind of the process.
  static int afterErrorCode(byte[] in, int from, int to) {
    int end = from + LENGTH_OF_CODE;
    if (!ERROR_CODE.standsAt(in, from, to) || end >= to) {
      return from;
    }
    int text = end;
    while (text < to && (Scan.isLetter(in[text]) || in[text] == ' ')) {
      text++;
    }
    return text < to && in[text] == '\t' ? text : end;
  }

  /// Behind `db-1 | `, or -1.
  static int afterService(byte[] in, int from, int to) {
    int limit = Math.min(to, from + 80);
    int end = from;
    while (end < limit && isOfName(in[end])) {
      end++;
    }
    int bar = Scan.spaces(in, end, limit);
    if (bar == end || bar >= limit || in[bar] != '|') {
      return -1;
    }
    return bar + 1 < to && in[bar + 1] == ' ' ? bar + 2 : bar + 1;
  }

  /// Undoes `#011` for a tab and `#012` for a line feed.
  static byte[] unescape(byte[] in, int from, int to) {
    byte[] out = new byte[to - from];
    int size = 0;
    int at = from;
    while (at < to) {
      boolean isEscape = in[at] == '#' && at + 3 < to && in[at + 1] == '0' && in[at + 2] == '1';
      if (isEscape && (in[at + 3] == '1' || in[at + 3] == '2')) {
        out[size++] = (byte) (in[at + 3] == '1' ? '\t' : '\n');
        at += 4;
      } else {
        out[size++] = in[at++];
      }
    }
    return Arrays.copyOf(out, size);
  }

  private int endOfTag(byte[] in, int from, int to, Wrapping wrapping) {
    int at = from;
    while (at < to && isOfTag(in[at])) {
      at++;
    }
    if (at == from || at >= to) {
      return -1;
    }
    if (in[at] == '[') {
      int end = Scan.find(in, at, Math.min(to, at + 40), ']');
      if (end + 1 >= to || in[end] != ']') {
        return -1;
      }
      process(in, at + 1, end, wrapping);
      if (wrapping.stream == 0) {
        wrapping.stream = Scan.hash(in, from, end);
      }
      at = end + 1;
    } else if (isHeroku && in[at] == ' ') {
      return at + 1;
    } else {
      return -1;
    }
    boolean isEnd = at < to && in[at] == ':' && (at + 1 == to || in[at + 1] == ' ');
    return isEnd ? Math.min(to, at + 2) : -1;
  }

  private static void process(byte[] in, int from, int to, Wrapping wrapping) {
    if (to > from && Scan.digits(in, from, to) == to) {
      wrapping.pid = Scan.number(in, from, to, 10);
      wrapping.stream = wrapping.pid + 1;
    }
  }

  private static boolean isOfTag(byte each) {
    return isOfName(each) || each == '@' || each == '/' || each == '\\';
  }

  private static boolean isOfName(byte each) {
    return Scan.isLetter(each) || Scan.isDigit(each) || each == '-' || each == '_' || each == '.';
  }

  /// Which of the names of three letters stands here, from 0; -1 if none does.
  private static int place(String names, byte[] in, int from) {
    int at = names.indexOf(new String(in, from, 3, StandardCharsets.US_ASCII));
    return at % 3 == 0 ? at / 3 : -1;
  }
}
