package org.vacuumadvisor.source.log.template;

import java.util.ArrayList;
import java.util.List;

/// A report that a service wrote on one line, as some clouds do: its lines begin with words that
/// only they begin with.
public final class OneLine {
  private static final List<Word> BEGINNINGS =
      List.of(
          new Word("pages: "),
          new Word("tuples: "),
          new Word("removable cutoff: "),
          new Word("new relfrozenxid: "),
          new Word("new relminmxid: "),
          new Word("frozen: "),
          new Word("visibility map: "),
          new Word("index scan needed: "),
          new Word("index scan not needed: "),
          new Word("index scan bypassed"),
          new Word("index \""),
          new Word("delay time: "),
          new Word("I/O timings: "),
          new Word("avg read rate: "),
          new Word("buffer usage: "),
          new Word("WAL usage: "),
          new Word("memory usage: "),
          new Word("system usage: "));

  private OneLine() {}

  /// Where the lines end; none where the range does not begin with one.
  public static List<Integer> pieces(byte[] bytes, int from, int to) {
    var ends = new ArrayList<Integer>();
    if (!isBeginning(bytes, Lines.start(bytes, from, to), to)) {
      return ends;
    }
    for (int at = Lines.start(bytes, from, to) + 1; at < to; at++) {
      boolean isWordStart = bytes[at - 1] == ' ' || bytes[at - 1] == '\t';
      if (isWordStart && isBeginning(bytes, at, to) && !isInside(bytes, from, at)) {
        ends.add(at);
      }
    }
    ends.add(to);
    return ends;
  }

  private static boolean isBeginning(byte[] bytes, int from, int to) {
    return BEGINNINGS.stream().anyMatch(word -> word.standsAt(bytes, from, to));
  }

  /// `index "t_pkey": pages: …` is one line.
  private static boolean isInside(byte[] bytes, int from, int at) {
    int before = Lines.end(bytes, from, at);
    return before > from && bytes[before - 1] == ':';
  }
}
