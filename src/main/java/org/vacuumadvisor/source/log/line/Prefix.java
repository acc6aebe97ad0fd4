package org.vacuumadvisor.source.log.line;

import org.vacuumadvisor.source.log.Scan;
import org.vacuumadvisor.source.log.Word;

/// Understands the prefix of a log line without knowing `log_line_prefix`: finds in it what looks
/// like a timestamp, a session id and the number of a process.
final class Prefix {
  private static final Word[] LABELS = {
    new Word("pid="), new Word("pid:"), new Word("PID="), new Word("PID:"),
    new Word("process_id="), new Word("process="), new Word("proc="), new Word("p="),
  };
  private static final int MOST_NUMBERS = 16;
  private static final int LARGEST_PID = 1 << 22;
  private static final int BRACKETED = 1 << 24;
  private static final int COUNTED = 2 << 24;
  private static final int BARE = 3 << 24;
  private static final int BARE_FROM_RIGHT = 4 << 24;

  private final Habits habits;
  private final Stamps stamps = new Stamps();
  private final Stamps later = new Stamps();
  private final int[] numberFrom = new int[MOST_NUMBERS];
  private final int[] numberTo = new int[MOST_NUMBERS];
  private boolean isHead;

  Prefix(Habits habits) {
    this.habits = habits;
  }

  /// What the last reading found.
  Stamps stamps() {
    return stamps;
  }

  /// Reads a prefix. While habits are learned, the line counts.
  ///
  /// @param isHead whether a message begins in the line
  /// @param lineEnd the end of the whole line
  void read(byte[] in, int from, int to, boolean isHead, int lineEnd) {
    this.isHead = isHead;
    if (habits.isLearning()) {
      habits.line(in, from, lineEnd);
    }
    stamps.clear();
    timestamp(in, from, to);
    if (habits.isLearning()) {
      boolean hasTime = stamps.hasTimestamp();
      habits.moment(in, hasTime ? stamps.timestampFrom : 0, hasTime ? stamps.timestampTo : 0);
    }
    session(in, from, to);
    long pid = labelled(in, from, to);
    long bracketed = bracketed(in, from, to);
    pid = pid < 0 ? bracketed : pid;
    pid = pid < 0 ? stamps.pid : pid;
    long bare = pid < 0 || habits.isLearning() ? bare(in, from, to) : -1;
    stamps.pid = pid < 0 ? bare : pid;
    if (stamps.session == 0 && stamps.pid >= 0) {
      stamps.session = stamps.pid + 1;
    }
  }

  /// The latest timestamp: another is that of the session's start.
  private void timestamp(byte[] in, int from, int to) {
    for (int at = from; at < to - 18; at++) {
      if (Scan.isDigit(in[at]) && !continuesWord(in, from, at)) {
        later.clear();
        int end = later.readTimestamp(in, at, to);
        if (end >= 0) {
          if (!stamps.hasTimestamp() || isLater(in)) {
            stamps.timestampFrom = later.timestampFrom;
            stamps.timestampTo = later.timestampTo;
            stamps.zoneFrom = later.zoneFrom;
            stamps.zoneTo = later.zoneTo;
          }
          at = end - 1;
        }
      }
    }
    if (!stamps.hasTimestamp()) {
      epoch(in, from, to);
    }
  }

  private boolean isLater(byte[] in) {
    int length = stamps.timestampTo - stamps.timestampFrom;
    int other = later.timestampTo - later.timestampFrom;
    for (int at = 0; at < Math.min(length, other); at++) {
      int difference = in[later.timestampFrom + at] - in[stamps.timestampFrom + at];
      if (difference != 0) {
        return difference > 0;
      }
    }
    return other > length;
  }

  /// `%n`: seconds since 1970 with milliseconds.
  private void epoch(byte[] in, int from, int to) {
    int at = from;
    while (at < to) {
      int end = Scan.digits(in, at, to);
      if (end == at + 10 && end < to - 3 && in[end] == '.' && in[at] != '0') {
        int fraction = Scan.digits(in, end + 1, to);
        if (fraction == end + 4 && !continuesWord(in, from, at)) {
          stamps.timestampFrom = at;
          stamps.timestampTo = fraction;
          return;
        }
      }
      at = end + 1;
    }
  }

  /// `%c`: the time of the session's start and the process, both hexadecimal.
  private void session(byte[] in, int from, int to) {
    for (int at = from; at < to - 9; at++) {
      if (in[at + 8] != '.' || continuesWord(in, from, at)) {
        continue;
      }
      int dot = Scan.hex(in, at, to);
      if (dot == at + 8) {
        int end = Scan.hex(in, dot + 1, to);
        boolean ends = end == to || (!Scan.isLetter(in[end]) && in[end] != '.');
        if (end > dot + 1 && end <= dot + 9 && ends) {
          stamps.pid = Scan.number(in, dot + 1, end, 16);
          stamps.session = (Scan.number(in, at, dot, 16) << 32) | stamps.pid;
          return;
        }
      }
    }
  }

  private static long labelled(byte[] in, int from, int to) {
    for (var label : LABELS) {
      int at = label.find(in, from, to);
      if (at >= 0 && !continuesWord(in, from, at)) {
        int value = at + label.length();
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
  private long bracketed(byte[] in, int from, int to) {
    long first = -1;
    long withCounter = -1;
    int ordinal = 0;
    for (int at = from; at < to; at++) {
      boolean isAttached = in[at] == '(' && at > from && in[at - 1] != ' ';
      if ((in[at] != '[' && in[at] != '(') || isAttached) {
        continue;
      }
      int number = Scan.spaces(in, at + 1, to);
      int end = Scan.digits(in, number, to);
      if (end == number || end == to) {
        continue;
      }
      ordinal++;
      if (in[end] == ']' || in[end] == ')') {
        first = candidate(BRACKETED | ordinal, 0, in, number, end, first);
      } else if (in[end] == '-' || in[end] == '/' || in[end] == ':') {
        withCounter = candidate(COUNTED | ordinal, 0, in, number, end, withCounter);
      }
    }
    return first >= 0 ? first : withCounter;
  }

  /// A number that stands for itself and can be a process; one in round brackets behind something,
  /// which may be a port, only if there is no other.
  private long bare(byte[] in, int from, int to) {
    int numbers = 0;
    int at = from;
    while (at < to && numbers < MOST_NUMBERS) {
      if (at == stamps.timestampFrom) {
        at = Math.max(stamps.timestampTo, stamps.zoneFrom < 0 ? 0 : stamps.zoneTo);
        continue;
      }
      int end = Scan.digits(in, at, to);
      if (end > at && !continuesWord(in, from, at) && (end == to || isDelimiter(in[end]))) {
        numberFrom[numbers] = at;
        numberTo[numbers++] = end;
      }
      at = Math.max(end, at + 1);
    }
    long found = -1;
    long port = -1;
    for (int number = 0; number < numbers; number++) {
      int begin = numberFrom[number];
      byte before = begin > from ? in[begin - 1] : 0;
      int end = numberTo[number];
      int slot = BARE | (number << 8) | before;
      int fromRight = BARE_FROM_RIGHT | ((numbers - number) << 8) | before;
      if (before == '(') {
        port = candidate(slot, fromRight, in, begin, end, port);
      } else if (!isValue(in, from, begin, end, to)) {
        found = candidate(slot, fromRight, in, begin, end, found);
      }
    }
    return found >= 0 ? found : port;
  }

  /// Whether the number is, or ends, the value of a key.
  private static boolean isValue(byte[] in, int from, int begin, int end, int to) {
    if (begin > from && (in[begin - 1] == '=' || in[begin - 1] == '@')) {
      return true;
    }
    int at = begin;
    while (at > from && in[at - 1] != ',' && in[at - 1] != '=') {
      at--;
    }
    return end < to && in[end] == ',' && at > from && in[at - 1] == '=';
  }

  /// @param slot where in the prefix the number stands
  /// @param fromRight the same counted from the right, as names that may be empty shift the others;
  ///   0 if brackets show that the number stands for itself
  private long candidate(int slot, int fromRight, byte[] in, int from, int to, long found) {
    long number = Scan.number(in, from, to, 10);
    if (habits.isLearning()) {
      habits.number(slot, number, in[from] == '0', isHead);
      if (fromRight != 0) {
        habits.number(fromRight, number, in[from] == '0', isHead);
      }
    }
    boolean isOne =
        found < 0
            && number > 0
            && number <= LARGEST_PID
            && in[from] != '0'
            && (habits.canBeProcess(slot, fromRight == 0)
                || (fromRight != 0 && habits.canBeProcess(fromRight, false)));
    return isOne ? number : found;
  }

  private static boolean isDelimiter(byte each) {
    return switch (each) {
      case ' ', ':', ',', ';', '|', '>', ']', ')', '}', '-', '#', '"' -> true;
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
