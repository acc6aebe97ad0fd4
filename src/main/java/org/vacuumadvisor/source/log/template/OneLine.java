package org.vacuumadvisor.source.log.template;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.source.log.Beginnings;

/// A report that a service wrote on one line, as some clouds do: its lines begin with words that
/// only they begin with.
public final class OneLine {
  private static final Beginnings BEGINNINGS = Beginnings.of("report");

  private OneLine() {}

  /// One of its lines.
  public record Piece(int from, int to) {}

  /// The lines; none where the range does not begin with one, be it behind a comma.
  public static List<Piece> pieces(byte[] bytes, int from, int to) {
    var pieces = new ArrayList<Piece>();
    int begin = Lines.start(bytes, from, to);
    boolean hasCommas = begin < to && bytes[begin] == ',';
    if (!hasCommas && !isBeginning(bytes, begin, to)) {
      return pieces;
    }
    for (int at = begin + 1; at < to; at++) {
      boolean isWordStart = bytes[at - 1] == ' ' || bytes[at - 1] == '\t';
      if (isWordStart && isBeginning(bytes, at, to) && !isInside(bytes, from, at)) {
        add(pieces, bytes, begin, at);
        begin = at;
      }
    }
    add(pieces, bytes, begin, to);
    return pieces;
  }

  /// What a service tells besides, in front of the first, is passed over.
  private static void add(List<Piece> pieces, byte[] bytes, int from, int to) {
    int end = Lines.end(bytes, from, to);
    if (isBeginning(bytes, from, to)) {
      pieces.add(new Piece(from, bytes[end - 1] == ',' ? end - 1 : end));
    }
  }

  private static boolean isBeginning(byte[] bytes, int from, int to) {
    return BEGINNINGS.find(bytes, from, to) >= 0;
  }

  /// `index "t_pkey": pages: …` is one line.
  private static boolean isInside(byte[] bytes, int from, int at) {
    int before = Lines.end(bytes, from, at);
    return before > from && bytes[before - 1] == ':';
  }
}
