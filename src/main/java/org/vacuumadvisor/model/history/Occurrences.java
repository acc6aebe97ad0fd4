package org.vacuumadvisor.model.history;

/// How often something was told, and the first and the last time.
///
/// @param analyzes how many of them are about an ANALYZE
public record Occurrences(long count, long analyzes, Notice first, Notice last) {
  static Occurrences of(Notice notice) {
    return new Occurrences(1, notice.command() == Command.ANALYZE ? 1 : 0, notice, notice);
  }

  Occurrences and(Occurrences later) {
    return new Occurrences(count + later.count, analyzes + later.analyzes, first, later.last);
  }
}
