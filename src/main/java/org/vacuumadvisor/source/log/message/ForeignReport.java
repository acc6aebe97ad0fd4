package org.vacuumadvisor.source.log.message;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.log.template.Word;

/// Recognises a report in a language of which no word is known, by what no translation changes: a
/// name with database and schema, and under it a line with two rates in `MB/s`.
final class ForeignReport {
  private static final Word RATE = new Word("MB/s");
  private static final int LONGEST = 400;

  /// Lines of a report between its heading and its rates: three dozen indexes.
  private static final int FARTHEST = 60;

  private @Nullable String name;
  private long heading;
  private int distance;

  /// Looks at a line that the grammar does not know.
  ///
  /// @return the line on which a report begins that this line belongs to; 0 if none does
  long look(byte[] bytes, int from, int to, long line) {
    if (to - from > LONGEST || ++distance > FARTHEST) {
      name = null;
      distance = 0;
    }
    if (to - from > LONGEST) {
      return 0;
    }
    if (name != null && hasTwoRates(bytes, from, to)) {
      return heading;
    }
    var other = qualifiedName(bytes, from, to);
    if (other != null && !other.equals(name)) {
      name = other;
      heading = line;
      distance = 0;
    }
    return 0;
  }

  private static boolean hasTwoRates(byte[] bytes, int from, int to) {
    for (int at = from; at < to; at++) {
      if (RATE.standsAt(bytes, at, to)) {
        return RATE.isIn(bytes, at + RATE.length(), to);
      }
    }
    return false;
  }

  /// The first text between blanks or quotes that begins with a letter and has two dots.
  private static @Nullable String qualifiedName(byte[] bytes, int from, int to) {
    int begin = from;
    int dots = 0;
    for (int at = from; at <= to; at++) {
      if (at == to || bytes[at] == ' ' || bytes[at] == '"' || bytes[at] < 0) {
        if (dots >= 2 && isLetter(bytes[begin]) && bytes[at - 1] != '.') {
          return new String(bytes, begin, at - begin, StandardCharsets.UTF_8);
        }
        begin = at + 1;
        dots = 0;
      } else if (bytes[at] == '.') {
        dots++;
      }
    }
    return null;
  }

  private static boolean isLetter(byte each) {
    return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || each == '_';
  }
}
