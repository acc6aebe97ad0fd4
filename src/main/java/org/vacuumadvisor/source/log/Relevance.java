package org.vacuumadvisor.source.log;

/// Tells at first sight whether a message may matter, for containers that skip the rest.
public final class Relevance {
  /// How messages at LOG begin that matter, translated ones among them.
  private static final Beginnings LOGGED = Beginnings.of("logged");

  /// How the steps of a run begin, at DEBUG where nobody asked for VERBOSE.
  private static final Beginnings STEPS = Beginnings.of("steps");

  /// How statements begin of which it matters how long they took.
  private static final Beginnings TIMED = Beginnings.of("timed");

  private static final int LONGEST_DURATION = 80;

  private Relevance() {}

  /// Whether a message that begins here may matter. Errors and warnings always may, as it is their
  /// context that tells; of messages at LOG the first word decides. Text that is not ASCII may be a
  /// translation.
  public static boolean isPossible(Level level, byte[] bytes, int from, int to) {
    return switch (level) {
      case NOTICE -> false;
      case DEBUG -> STEPS.find(bytes, from, to) >= 0;
      case LOG -> isPossible(bytes, from, to);
      case NONE, INFO, WARNING, ERROR, FATAL, PANIC -> true;
    };
  }

  private static boolean isPossible(byte[] bytes, int from, int to) {
    return from < to
        && (bytes[from] < 0
            || bytes[from] == '"'
            || LOGGED.find(bytes, from, to) >= 0
            || (bytes[from] == 'd' && isTimed(bytes, from, to)));
  }

  /// `duration: 5340.907 ms statement: VACUUM`.
  private static boolean isTimed(byte[] bytes, int from, int to) {
    int at = from + "duration: ".length();
    while (at < to && at < from + LONGEST_DURATION && bytes[at] != ':') {
      at++;
    }
    return TIMED.find(bytes, at + 2, to) >= 0;
  }
}
