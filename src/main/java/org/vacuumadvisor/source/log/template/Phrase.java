package org.vacuumadvisor.source.log.template;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.source.log.Scan;
import org.vacuumadvisor.source.log.Word;

/// One line of PostgreSQL in another language, and how to say it in English.
///
/// Numbers must be there: a translation that leaves one out does not match, so that no figure is
/// taken for another.
public final class Phrase {
  private static final int MOST_HOLES = 12;

  private final String language;
  private final List<Piece> pieces;
  private final List<Piece> english;

  Phrase(String language, String translated, String english) {
    this.language = language;
    this.pieces = pieces(translated);
    this.english = pieces(english);
  }

  /// Text before a hole, and the hole; `hole` is 0 at the end of the line.
  private record Piece(Word text, int hole, char type) {}

  public String language() {
    return language;
  }

  /// Whether a run begins with this line, or is told by it.
  public boolean isHeading() {
    var first = new String(english.getFirst().text.bytes(), StandardCharsets.UTF_8);
    return first.startsWith("automatic ")
        || first.startsWith("vacuuming ")
        || first.startsWith("aggressively ")
        || first.startsWith("finished ")
        || first.startsWith("analyzing ");
  }

  /// The text before the first hole.
  Word beginning() {
    return pieces.getFirst().text;
  }

  /// The English line with the same numbers and names; an empty one if this line is another.
  public byte[] english(byte[] bytes, int from, int to) {
    int[] ends = new int[2 * MOST_HOLES];
    if (!matches(0, bytes, from, to, ends)) {
      return Translations.NONE;
    }
    var line = new ByteArrayOutputStream(to - from + 32);
    for (var piece : english) {
      line.writeBytes(piece.text.bytes());
      if (piece.hole > 0) {
        int begin = ends[2 * piece.hole - 2];
        line.write(bytes, begin, ends[2 * piece.hole - 1] - begin);
      }
    }
    return line.toByteArray();
  }

  private boolean matches(int number, byte[] bytes, int from, int to, int[] ends) {
    var piece = pieces.get(number);
    if (!piece.text.standsAt(bytes, from, to)) {
      return false;
    }
    int at = from + piece.text.length();
    if (piece.hole == 0) {
      return at == to || (at + 1 == to && bytes[at] == '.');
    }
    ends[2 * piece.hole - 2] = at;
    if (piece.type == 't') {
      for (int end = to; end > at; end--) {
        ends[2 * piece.hole - 1] = end;
        if (matches(number + 1, bytes, end, to, ends)) {
          return true;
        }
      }
      return false;
    }
    int end = endOfNumber(piece.type == 'f', bytes, at, to);
    ends[2 * piece.hole - 1] = end;
    return end > at && matches(number + 1, bytes, end, to, ends);
  }

  private static int endOfNumber(boolean hasFraction, byte[] bytes, int from, int to) {
    int at = from < to && bytes[from] == '-' ? from + 1 : from;
    while (at < to && (Scan.isDigit(bytes[at]) || (hasFraction && bytes[at] == '.' && at > from))) {
      at++;
    }
    return at > from && Scan.isDigit(bytes[at - 1]) ? at : from;
  }

  private static List<Piece> pieces(String text) {
    var pieces = new ArrayList<Piece>();
    int at = 0;
    for (int open = text.indexOf('{'); open >= 0; open = text.indexOf('{', at)) {
      int close = text.indexOf('}', open);
      char type = text.charAt(close - 1);
      int hole = Integer.parseInt(text, open + 1, Character.isDigit(type) ? close : close - 1, 10);
      pieces.add(new Piece(new Word(text.substring(at, open)), hole, type));
      at = close + 1;
    }
    pieces.add(new Piece(new Word(text.substring(at)), 0, ' '));
    return List.copyOf(pieces);
  }
}
