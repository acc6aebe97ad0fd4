package org.vacuumadvisor.source.log.container;

/// Understands the prefix of a log line without knowing `log_line_prefix`: finds in it what looks
/// like a timestamp, a session id and the number of a process.
final class Prefix {
  private static final byte[][] LABELS = {
    Scan.bytes("pid="), Scan.bytes("pid:"), Scan.bytes("PID="), Scan.bytes("PID:"),
    Scan.bytes("process_id="), Scan.bytes("process="), Scan.bytes("proc="), Scan.bytes("p="),
  };
  private static final int LARGEST_PID = 1 << 22;

  private Prefix() {}

  static void read(byte[] in, int from, int to, Stamps into) {
    into.clear();
    int timestampEnd = timestamp(in, from, to, into);
    session(in, from, to, into);
    long pid = labelled(in, from, to);
    if (pid < 0) {
      pid = bracketed(in, from, to);
    }
    if (pid < 0) {
      pid = into.pid;
    }
    if (pid < 0) {
      pid = bare(in, from, to, into, timestampEnd);
    }
    into.pid = pid;
    if (into.session == 0 && pid >= 0) {
      into.session = pid + 1;
    }
  }

  private static int timestamp(byte[] in, int from, int to, Stamps into) {
    for (int at = from; at < to; at++) {
      if (Scan.isDigit(in[at]) && !continuesWord(in, from, at)) {
        int end = into.readTimestamp(in, at, to);
        if (end >= 0) {
          return end;
        }
      }
    }
    return epoch(in, from, to, into);
  }

  /// `%n`: seconds since 1970 with milliseconds.
  private static int epoch(byte[] in, int from, int to, Stamps into) {
    for (int at = from; at < to; at++) {
      if (Scan.isDigit(in[at]) && !continuesWord(in, from, at)) {
        int end = Scan.digits(in, at, to);
        if (end == at + 10 && end < to - 3 && in[end] == '.' && in[at] != '0') {
          int fraction = Scan.digits(in, end + 1, to);
          if (fraction == end + 4) {
            into.timestampFrom = at;
            into.timestampTo = fraction;
            return fraction;
          }
        }
        at = end;
      }
    }
    return -1;
  }

  /// `%c`: the time of the session's start and the process, both hexadecimal.
  private static void session(byte[] in, int from, int to, Stamps into) {
    for (int at = from; at < to; at++) {
      if (continuesWord(in, from, at)) {
        continue;
      }
      int dot = Scan.hex(in, at, to);
      if (dot == at + 8 && dot < to - 1 && in[dot] == '.') {
        int end = Scan.hex(in, dot + 1, to);
        boolean ends = end == to || (!Scan.isLetter(in[end]) && in[end] != '.');
        if (end > dot + 1 && end <= dot + 9 && ends) {
          into.pid = Scan.number(in, dot + 1, end, 16);
          into.session = (Scan.number(in, at, dot, 16) << 32) | into.pid;
          return;
        }
      }
    }
  }

  private static long labelled(byte[] in, int from, int to) {
    for (byte[] label : LABELS) {
      int at = Scan.find(in, from, to, label);
      if (at >= 0 && !continuesWord(in, from, at)) {
        int value = at + label.length;
        while (value < to && (in[value] == ' ' || in[value] == '"' || in[value] == '[')) {
          value++;
        }
        int end = Scan.digits(in, value, to);
        if (end > value) {
          return Scan.number(in, value, end, 10);
        }
      }
    }
    return -1;
  }

  /// `[%p]`, else `[%p-%l]`.
  private static long bracketed(byte[] in, int from, int to) {
    long withCounter = -1;
    for (int at = from; at < to; at++) {
      if (in[at] != '[' && in[at] != '(') {
        continue;
      }
      int number = Scan.spaces(in, at + 1, to);
      int end = Scan.digits(in, number, to);
      boolean isPort = in[at] == '(' && at > from && in[at - 1] != ' ';
      if (end == number || end == to || isPort) {
        continue;
      }
      if (in[end] == ']' || in[end] == ')') {
        return Scan.number(in, number, end, 10);
      }
      if (in[end] == '-' && withCounter < 0) {
        withCounter = Scan.number(in, number, end, 10);
      }
    }
    return withCounter;
  }

  /// A number that stands for itself and can be a process.
  private static long bare(byte[] in, int from, int to, Stamps into, int timestampEnd) {
    for (int at = from; at < to; at++) {
      if (at == into.timestampFrom && timestampEnd > at) {
        at = timestampEnd;
      }
      if (at < to && Scan.isDigit(in[at]) && !continuesWord(in, from, at)) {
        int end = Scan.digits(in, at, to);
        boolean ends = end == to || isDelimiter(in[end]);
        long number = Scan.number(in, at, end, 10);
        boolean isValue =
            at > from && (in[at - 1] == '=' || in[at - 1] == '@' || in[at - 1] == '(');
        if (ends && !isValue && in[at] != '0' && number > 0 && number <= LARGEST_PID) {
          return number;
        }
        at = end;
      }
    }
    return -1;
  }

  private static boolean isDelimiter(byte each) {
    return switch (each) {
      case ' ', ':', ',', ';', '|', '>', ']', ')', '-', '#' -> true;
      default -> false;
    };
  }

  /// Whether what begins here is the rest of a longer word, number, address or key.
  private static boolean continuesWord(byte[] in, int from, int at) {
    if (at == from) {
      return false;
    }
    byte before = in[at - 1];
    return Scan.isDigit(before)
        || Scan.isLetter(before)
        || before == '.'
        || before == '_'
        || before == '/';
  }
}
