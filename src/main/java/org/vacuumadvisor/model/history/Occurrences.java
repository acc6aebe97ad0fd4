package org.vacuumadvisor.model.history;

/// How often something was told, and the first and the last time.
public record Occurrences(long count, Notice first, Notice last) {

  Occurrences and(Occurrences later) {
    return new Occurrences(count + later.count, first, later.last);
  }
}
