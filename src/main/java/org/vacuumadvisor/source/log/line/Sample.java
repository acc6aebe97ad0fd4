package org.vacuumadvisor.source.log.line;

/// Tells text from other bytes.
public final class Sample {
  /// Text has next to none of them; a terminal's recording has escapes, a file after a crash may
  /// have a stretch of zeros.
  private static final int MOST_STRANGE_PERCENT = 10;

  private Sample() {}

  /// What the beginning of an input shows.
  ///
  /// @param before what it showed so far
  public static Detection.Contents contents(
      Detection.Contents before, byte[] in, int from, int to) {
    if (before == Detection.Contents.TEXT || before == Detection.Contents.BINARY || from == to) {
      return before;
    }
    int strange = 0;
    int visible = 0;
    for (int at = from; at < to; at++) {
      int each = in[at] & 0xFF;
      if ((each < ' ' && !isWhite(each) && each != 0x1B) || each == 0x7F) {
        strange++;
      } else if (!isWhite(each)) {
        visible++;
      }
    }
    if (strange * 100L > (to - from) * (long) MOST_STRANGE_PERCENT) {
      return Detection.Contents.BINARY;
    }
    return visible > 0 ? Detection.Contents.TEXT : Detection.Contents.BLANK;
  }

  private static boolean isWhite(int each) {
    return each == ' ' || each == '\t' || each == '\n' || each == '\r' || each == '\f';
  }
}
