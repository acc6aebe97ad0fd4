package org.vacuumadvisor.source.log.line;

import org.vacuumadvisor.source.log.Beginnings;
import org.vacuumadvisor.source.log.Level;
import org.vacuumadvisor.source.log.Relevance;
import org.vacuumadvisor.source.log.Scan;
import org.vacuumadvisor.source.log.Word;

/// What a line of a log is, as far as its severity and the first words behind it show. Most lines
/// of a log need no more than this look.
public enum FirstSight {
  /// It may matter, or more than a look is needed to tell.
  MATTERS,
  /// A message begins that does not matter.
  OTHER_MESSAGE,
  STATEMENT,
  DETAIL;

  private static final int LONGEST_PREFIX = 400;

  /// A message cut off behind its first words by a program that wraps lines needs a closer look.
  private static final int SHORTEST_WHOLE = 24;

  private static final int MOST_LINES = 12;

  private static final Word LOG = new Word("LOG");
  private static final Word STATEMENT_WORD = new Word("STATEMENT");
  private static final Word DETAIL_WORD = new Word("DETAIL");
  private static final Word FATAL = new Word("FATAL");
  private static final Word ERROR = new Word("ERROR");
  private static final Word PROCESS = new Word("process ");
  private static final Word ON = new Word(" on ");
  private static final Word RELATION = new Word("relation ");

  /// Errors that applications make. If there is no context, they have nothing to do with VACUUM.
  private static final Beginnings OF_APPLICATIONS = Beginnings.of("errors-of-applications");

  /// The colon behind the line's severity or section; -1 if it cannot be found at first sight.
  static int colon(byte[] in, int from, int to) {
    int limit = Math.min(to - SHORTEST_WHOLE, from + LONGEST_PREFIX);
    for (int at = behindTime(in, from, limit); at < limit; at++) {
      byte each = in[at];
      if (each == ':' && in[at + 1] == ' ' && at > from + 2 && Scan.isUpper(in[at - 1])) {
        return at;
      }
      if (each == '\'' || each == '"' || each == '\n') {
        return -1;
      }
    }
    return -1;
  }

  static FirstSight of(byte[] in, int from, int colon, int to) {
    if (colon < 0 || in[colon + 2] != ' ' || in[from] == ' ') {
      return MATTERS;
    }
    return switch (in[colon - 1]) {
      case 'G' -> isWord(LOG, in, from, colon) ? log(in, colon + 3, to) : MATTERS;
      case 'T' -> isWord(STATEMENT_WORD, in, from, colon) ? STATEMENT : MATTERS;
      case 'L' ->
          isWord(DETAIL_WORD, in, from, colon)
              ? DETAIL
              : isWord(FATAL, in, from, colon) ? error(in, colon + 3, to) : MATTERS;
      case 'R' -> isWord(ERROR, in, from, colon) ? error(in, colon + 3, to) : MATTERS;
      default -> MATTERS;
    };
  }

  /// No severity is inside a timestamp.
  private static int behindTime(byte[] in, int from, int limit) {
    boolean isTime =
        from + 19 < limit
            && in[from + 4] == '-'
            && in[from + 10] == ' '
            && in[from + 13] == ':'
            && in[from + 16] == ':'
            && Scan.isDigit(in[from + 18]);
    return isTime ? from + 19 : from;
  }

  private static boolean isWord(Word word, byte[] in, int from, int colon) {
    int begin = colon - word.length();
    if (begin < from || !word.standsAt(in, begin, colon)) {
      return false;
    }
    byte before = begin > from ? in[begin - 1] : 0;
    return !Scan.isLetter(before) && !Scan.isDigit(before) && before != '_' && before >= 0;
  }

  /// A message at LOG; one with SQLSTATE before the text needs a closer look.
  private static FirstSight log(byte[] in, int text, int to) {
    boolean isUnclear =
        to - text < SHORTEST_WHOLE
            || (in[text] == 'a' && in[text + 1] == 'u')
            || (in[text + 5] == ':' && Scan.isDigit(in[text + 4]));
    if (isUnclear) {
      return MATTERS;
    }
    if (in[text] == 'p' && PROCESS.standsAt(in, text, to)) {
      return waitsForRelation(in, text, to) ? MATTERS : OTHER_MESSAGE;
    }
    return Relevance.isPossible(Level.LOG, in, text, to) ? MATTERS : OTHER_MESSAGE;
  }

  /// `process N still waiting for … on relation …`; waits for rows and transactions are of no
  /// concern to VACUUM.
  private static boolean waitsForRelation(byte[] in, int text, int to) {
    int limit = Math.min(to, text + 160);
    int on = ON.find(in, text, limit);
    return on < 0 || RELATION.standsAt(in, on + ON.length(), limit);
  }

  /// Whether the text is of an error that applications make.
  public static boolean isOfApplication(byte[] in, int text, int to) {
    return OF_APPLICATIONS.find(in, text, to) >= 0;
  }

  /// An error that an application makes, with no context up to the next message.
  private static FirstSight error(byte[] in, int text, int to) {
    boolean isOther = isOfApplication(in, text, to) && hasNoContext(in, text, to);
    return isOther ? OTHER_MESSAGE : MATTERS;
  }

  private static boolean hasNoContext(byte[] in, int text, int to) {
    int line = Scan.newline(in, text, to) + 1;
    for (int lines = 0; lines < MOST_LINES && line < to; lines++) {
      if (in[line] != '\t') {
        int colon = colon(in, line, to);
        if (colon < 0) {
          return false;
        }
        if (!isWord(DETAIL_WORD, in, line, colon)) {
          return isWord(STATEMENT_WORD, in, line, colon) || isWord(LOG, in, line, colon);
        }
      }
      line = Scan.newline(in, line, to) + 1;
    }
    return false;
  }
}
