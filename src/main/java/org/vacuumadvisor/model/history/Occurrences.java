package org.vacuumadvisor.model.history;

import org.vacuumadvisor.model.run.Notice;

/// How often something was told, and the first and the last time.
public record Occurrences(long count, Notice first, Notice last) {

  Occurrences and(Occurrences later) {
    return new Occurrences(count + later.count, first, later.last);
  }
}
