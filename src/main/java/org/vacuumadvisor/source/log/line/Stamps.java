package org.vacuumadvisor.source.log.line;

import org.vacuumadvisor.source.log.Scan;

/// Where a line says when, and by which process, it was written: ranges of the line's bytes. A
/// range that begins at -1 is missing.
public final class Stamps {
  public int timestampFrom;
  public int timestampTo;
  public int zoneFrom;
  public int zoneTo;
  public int stateFrom;
  public int stateTo;
  public long pid;
  public long session;

  /// `%l`: the place of the line in its session; -1 if it is not printed.
  public long ordinal;

  /// Forgets the line before.
  public void clear() {
    timestampFrom = -1;
    zoneFrom = -1;
    stateFrom = -1;
    pid = -1;
    session = 0;
    ordinal = -1;
  }

  /// Whether the line says when it was written.
  public boolean hasTimestamp() {
    return timestampFrom >= 0;
  }

  /// Reads a date and time with its zone, `2026-11-21 10:52:05.123 UTC`, that begins here.
  ///
  /// @return where it ends, or -1 if none begins here
  public int readTimestamp(byte[] in, int from, int to) {
    int end = endOfSeconds(in, from, to);
    if (end < 0) {
      return -1;
    }
    if (end < to - 1 && (in[end] == '.' || in[end] == ',') && Scan.isDigit(in[end + 1])) {
      end = Scan.digits(in, end + 1, to);
    }
    timestampFrom = from;
    timestampTo = end;
    int zone = end < to && in[end] == ' ' ? end + 1 : end;
    int zoneEnd = endOfZone(in, zone, to);
    if (zoneEnd > zone) {
      zoneFrom = zone;
      zoneTo = zoneEnd;
      return zoneEnd;
    }
    zoneFrom = -1;
    return end;
  }

  /// The end of `2026-11-21 10:52:05`, with a space or a T between date and time; -1 if it is not.
  public static int endOfSeconds(byte[] in, int from, int to) {
    if (to - from < 19 || in[from + 4] != '-' || in[from + 7] != '-' || in[from + 13] != ':') {
      return -1;
    }
    boolean isOne =
        in[from + 16] == ':'
            && (in[from + 10] == ' ' || in[from + 10] == 'T')
            && Scan.digits(in, from, from + 4) == from + 4
            && Scan.digits(in, from + 5, from + 7) == from + 7
            && Scan.digits(in, from + 8, from + 10) == from + 10
            && Scan.digits(in, from + 11, from + 13) == from + 13
            && Scan.digits(in, from + 14, from + 16) == from + 16
            && Scan.digits(in, from + 17, from + 19) == from + 19;
    return isOne ? from + 19 : -1;
  }

  /// The end of `UTC`, `Z`, `+04`, `-03:30`; `from` if there is no zone.
  static int endOfZone(byte[] in, int from, int to) {
    int at = from;
    if (at < to - 2
        && (in[at] == '+' || in[at] == '-')
        && Scan.digits(in, at + 1, at + 3) == at + 3) {
      at = Scan.digits(in, at + 1, Math.min(to, at + 5));
      while (at < to - 2 && in[at] == ':' && Scan.digits(in, at + 1, at + 3) == at + 3) {
        at += 3;
      }
      return at;
    }
    while (at < to && Scan.isUpper(in[at]) && at - from < 8) {
      at++;
    }
    boolean isWord = at < to && (Scan.isLetter(in[at]) || Scan.isDigit(in[at]) || in[at] == '_');
    return isWord ? from : at;
  }
}
