package org.vacuumadvisor.forecast;

import java.util.Objects;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.history.Run;

/// What runs call their tables.
final class Names {
  private Names() {}

  static RelationName of(Run run) {
    var name = run.heading().name();
    return new RelationName(
        Objects.requireNonNullElse(name.database(), ""),
        Objects.requireNonNullElse(name.schema(), ""),
        Objects.requireNonNullElse(name.table(), ""));
  }
}
