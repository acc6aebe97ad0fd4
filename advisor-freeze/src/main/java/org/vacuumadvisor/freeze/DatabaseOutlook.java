package org.vacuumadvisor.freeze;

import java.util.List;
import org.vacuumadvisor.model.Database;

/// What comes to a database if nobody freezes its oldest table.
public record DatabaseOutlook(Database database, List<Deadline> deadlines) {
  public DatabaseOutlook {
    deadlines = List.copyOf(deadlines);
  }
}
