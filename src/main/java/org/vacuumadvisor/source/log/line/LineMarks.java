package org.vacuumadvisor.source.log.line;

import org.vacuumadvisor.source.log.Scan;

/// What somebody put before the lines of an input: `>` of a mail program without a blank behind it,
/// and the marks of `grep -n`: `postgresql.log:12:` before a line that was found, with `-` for `:`
/// before the context of one (`-A`, `-B`, `-C`).
///
/// It learns from the beginning of an input. A number at the same place of line after line that
/// grows by one is grep's, and so is one that each line has and that only grows, as where no
/// context was asked for; a process is not.
public final class LineMarks {
  private static final int LONGEST_NAME = 200;
  private static final int MOST_DIGITS = 9;
  private static final int FEWEST_QUOTES = 3;
  private static final int FEWEST_STEPS = 2;

  private final long[] last = new long[LONGEST_NAME];
  private final int[] steps = new int[LONGEST_NAME];
  private final int[] ascents = new int[LONGEST_NAME];
  private int lines;
  private int quotes;
  private int farthest = -1;
  private boolean isSettled;

  /// Looks at a line of the beginning.
  public void learn(byte[] in, int from, int to) {
    if (from == to || Scan.isGap(in, from, to)) {
      return;
    }
    lines++;
    quotes += in[from] == '>' && from + 1 < to && Scan.isLetter(in[from + 1]) ? 1 : 0;
    for (int at = from; at >= 0; at = nextPart(in, at, from, to)) {
      int end = endOfNumber(in, at, to);
      if (end > 0) {
        long number = Scan.number(in, at, end, 10);
        steps[at - from] += number == last[at - from] + 1 ? 1 : 0;
        ascents[at - from] += number > last[at - from] ? 1 : 0;
        last[at - from] = number;
      }
    }
  }

  /// From now on it only answers.
  public void settle() {
    isSettled = true;
    int all = 0;
    for (int place = 0; place < LONGEST_NAME; place++) {
      all += steps[place] < FEWEST_STEPS ? 0 : steps[place];
    }
    for (int place = 0; place < LONGEST_NAME; place++) {
      boolean isOfEach = ascents[place] == lines && lines > FEWEST_STEPS;
      boolean isNumber = isOfEach || (steps[place] >= FEWEST_STEPS && all * 2 >= lines);
      steps[place] = isNumber ? ascents[place] : 0;
      farthest = isNumber ? place : farthest;
    }
  }

  /// Whether `>` marks a quote whatever follows it.
  public boolean hasQuotes() {
    return isSettled && quotes >= FEWEST_QUOTES;
  }

  /// Where the text of a line begins behind grep's mark; -1 if the line has none.
  public int afterNumber(byte[] in, int from, int to) {
    if (farthest < 0) {
      return -1;
    }
    int limit = Math.min(to, from + farthest + 1);
    for (int at = from; at >= 0 && at < limit; at = nextPart(in, at, from, to)) {
      int end = steps[at - from] > 0 ? endOfNumber(in, at, to) : -1;
      if (end > 0) {
        return end + 1;
      }
    }
    return -1;
  }

  /// The place behind the next colon or hyphen of a name; -1 if there is none.
  private static int nextPart(byte[] in, int at, int from, int to) {
    int limit = Math.min(to, from + LONGEST_NAME) - 1;
    for (int next = at; next < limit && in[next] > ' '; next++) {
      if (in[next] == ':' || in[next] == '-') {
        return next + 1;
      }
    }
    return -1;
  }

  /// The end of a number that a colon or hyphen follows; -1 if there is none.
  private static int endOfNumber(byte[] in, int from, int to) {
    int end = Scan.digits(in, from, Math.min(to, from + MOST_DIGITS));
    boolean isMarked = end > from && end < to && (in[end] == ':' || in[end] == '-');
    return isMarked ? end : -1;
  }
}
