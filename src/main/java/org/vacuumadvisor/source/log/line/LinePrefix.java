package org.vacuumadvisor.source.log.line;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.source.log.Scan;
import org.vacuumadvisor.source.log.Word;

/// A `log_line_prefix` in the server's own syntax: `%m [%p] %q%u@%d `.
///
/// It matches from left to right. What may hold any text, a user's or an application's name, ends
/// at the first place where the rest matches; processes without a session, autovacuum's workers
/// among them, print nothing for it and stop at `%q`.
public final class LinePrefix {
  /// Bounds the search for the end of names on a hostile line.
  private static final int STEPS = 4_000;

  /// One piece: literal bytes, or an escape.
  private record Piece(char escape, Word literal) {}

  private static final char LITERAL = 0;

  private final String text;
  private final List<Piece> pieces;
  private final Stamps stamps = new Stamps();
  private int steps;

  /// @param text as in `postgresql.conf`, without the quotes
  public LinePrefix(String text) {
    this.text = text;
    this.pieces = parse(text);
  }

  /// The prefix as the server's configuration writes it.
  public String text() {
    return text;
  }

  /// Whether it has the process and, behind it, the place of the line in its session.
  boolean tellsOrder() {
    int process = text.indexOf("%p");
    return process >= 0 && text.indexOf("%l", process) >= 0;
  }

  /// A matcher of the same prefix for another thread.
  LinePrefix copy() {
    return new LinePrefix(text);
  }

  /// What the last match found.
  Stamps stamps() {
    return stamps;
  }

  /// Matches the prefix at `from`, with a severity behind it.
  ///
  /// @return where the severity begins, or -1
  int match(byte[] in, int from, int to) {
    stamps.clear();
    steps = 0;
    int end = match(0, in, from, to);
    if (end >= 0 && stamps.session == 0 && stamps.pid >= 0) {
      stamps.session = stamps.pid + 1;
    }
    return end;
  }

  private int match(int piece, byte[] in, int from, int to) {
    if (piece == pieces.size()) {
      return endOfWord(in, from, to) > 0 ? from : -1;
    }
    if (++steps > STEPS) {
      return -1;
    }
    Piece next = pieces.get(piece);
    return switch (next.escape) {
      case LITERAL -> {
        boolean fits = next.literal.standsAt(in, from, to);
        yield fits ? match(piece + 1, in, from + next.literal.length(), to) : -1;
      }
      case 'm', 't' -> {
        int end = stamps.readTimestamp(in, from, to);
        yield end < 0 ? -1 : match(piece + 1, in, end, to);
      }
      case 's' -> afterSessionStart(piece, in, from, to);
      case 'n', 'p', 'l', 'P', 'x', 'Q', 'c', 'e', 'v' -> token(piece, next.escape, in, from, to);
      case 'q' -> {
        int rest = match(piece + 1, in, from, to);
        yield rest >= 0 ? rest : endOfWord(in, from, to) > 0 ? from : -1;
      }
      default -> name(piece, in, from, to);
    };
  }

  private int afterSessionStart(int piece, byte[] in, int from, int to) {
    int end = Stamps.endOfSeconds(in, from, to);
    if (end < 0) {
      return match(piece + 1, in, from, to);
    }
    int zone = end < to && in[end] == ' ' ? end + 1 : end;
    return match(piece + 1, in, Stamps.endOfZone(in, zone, to), to);
  }

  private int token(int piece, char escape, byte[] in, int from, int to) {
    int rest = tokenAt(piece, escape, in, from, to);
    int padded = Scan.spaces(in, from, to);
    return rest >= 0 || padded == from ? rest : tokenAt(piece, escape, in, padded, to);
  }

  private int tokenAt(int piece, char escape, byte[] in, int from, int to) {
    int end = endOfToken(escape, in, from, to);
    int rest = match(piece + 1, in, end, to);
    int padded = Scan.spaces(in, end, to);
    if (rest < 0 && padded > end) {
      rest = match(piece + 1, in, padded, to);
    }
    if (rest >= 0) {
      note(escape, in, from, end);
    }
    return rest;
  }

  private static int endOfToken(char escape, byte[] in, int from, int to) {
    return switch (escape) {
      case 'c' -> {
        int dot = Scan.hex(in, from, to);
        yield dot < to && in[dot] == '.' ? Scan.hex(in, dot + 1, to) : dot;
      }
      case 'n' -> {
        int dot = Scan.digits(in, from, to);
        yield dot < to && in[dot] == '.' ? Scan.digits(in, dot + 1, to) : dot;
      }
      case 'v' -> {
        int slash = Scan.digits(in, from, to);
        boolean isId = slash > from && slash < to && in[slash] == '/';
        yield isId ? Scan.digits(in, slash + 1, to) : from;
      }
      case 'e' -> {
        int at = from;
        while (at < to && at < from + 5 && (Scan.isDigit(in[at]) || Scan.isUpper(in[at]))) {
          at++;
        }
        yield at;
      }
      case 'Q' -> Scan.digits(in, from < to && in[from] == '-' ? from + 1 : from, to);
      default -> Scan.digits(in, from, to);
    };
  }

  private void note(char escape, byte[] in, int from, int to) {
    switch (escape) {
      case 'n' -> {
        stamps.timestampFrom = from;
        stamps.timestampTo = to;
      }
      case 'p' -> stamps.pid = Scan.number(in, from, to, 10);
      case 'l' -> stamps.ordinal = to > from ? Scan.number(in, from, to, 10) : -1;
      case 'e' -> {
        stamps.stateFrom = from;
        stamps.stateTo = to;
      }
      case 'c' -> {
        int dot = Scan.hex(in, from, to);
        long process = dot < to ? Scan.number(in, dot + 1, to, 16) : -1;
        if (stamps.pid < 0) {
          stamps.pid = process;
        }
        stamps.session = (Scan.number(in, from, dot, 16) << 32) | process;
      }
      default -> {}
    }
  }

  private int name(int piece, byte[] in, int from, int to) {
    for (int end = from; end <= to; end++) {
      int rest = match(piece + 1, in, end, to);
      if (rest >= 0 || steps > STEPS) {
        return rest;
      }
    }
    return -1;
  }

  /// The end of the severity or section that begins here with its colon, or -1.
  static int endOfWord(byte[] in, int from, int to) {
    int end = from;
    while (end < to && (Scan.isUpper(in[end]) || in[end] < 0 || Scan.isDigit(in[end]))) {
      end++;
    }
    int colon = end > from && end + 1 < to && in[end] == ' ' ? end + 1 : end;
    if (end == from || colon >= to || in[colon] != ':') {
      return -1;
    }
    var word = Severities.find(in, from, end);
    boolean hasSpace = colon + 1 >= to || in[colon + 1] == ' ';
    return word != null && (hasSpace || !word.isHead()) ? end : -1;
  }

  /// Where a word ends before its colon: in French a blank stands between them.
  static int endBefore(byte[] in, int from, int colon) {
    return colon > from && in[colon - 1] == ' ' ? colon - 1 : colon;
  }

  private static List<Piece> parse(String text) {
    var pieces = new ArrayList<Piece>();
    var literal = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      char each = text.charAt(at++);
      if (each != '%' || at == text.length()) {
        literal.append(each);
        continue;
      }
      while (at < text.length() - 1 && (text.charAt(at) == '-' || isDigit(text.charAt(at)))) {
        at++;
      }
      char escape = text.charAt(at++);
      if (escape == '%') {
        literal.append('%');
      } else {
        flush(literal, pieces);
        pieces.add(new Piece(escape, new Word("")));
      }
    }
    flush(literal, pieces);
    return List.copyOf(pieces);
  }

  private static boolean isDigit(char each) {
    return each >= '0' && each <= '9';
  }

  private static void flush(StringBuilder literal, List<Piece> pieces) {
    if (!literal.isEmpty()) {
      pieces.add(new Piece(LITERAL, new Word(literal.toString())));
      literal.setLength(0);
    }
  }
}
