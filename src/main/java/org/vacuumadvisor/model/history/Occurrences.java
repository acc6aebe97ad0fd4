package org.vacuumadvisor.model.history;

/// How often something was told, and the first and the last time; of countdowns without times the
/// lowest for the last.
///
/// @param analyzes how many of them are about an ANALYZE
public record Occurrences(long count, long analyzes, Notice first, Notice last) {
  static Occurrences of(Notice notice) {
    return new Occurrences(1, notice.command() == Command.ANALYZE ? 1 : 0, notice, notice);
  }

  Occurrences and(Occurrences later) {
    boolean isGraver = isGraver(last, later.last);
    return new Occurrences(
        count + later.count, analyzes + later.analyzes, first, isGraver ? last : later.last);
  }

  /// Whether fewer IDs were left, and no time tells that more are left since: countdowns that rise
  /// are of several servers.
  private static boolean isGraver(Notice one, Notice other) {
    var left = one.figures().transactionsLeft();
    var others = other.figures().transactionsLeft();
    return left != null && others != null && left < others && Moments.of(other).isEmpty();
  }
}
