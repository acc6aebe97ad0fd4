package org.vacuumadvisor.verify;

import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.RelationName;

/// Which relation is meant: a statement goes by its name, a check that it is still the same one by
/// its key.
public record TableId(RelationName name, RelationKey key, RelationKind kind) {
  public static TableId of(Relation relation) {
    return new TableId(relation.name(), relation.key(), relation.kind());
  }

  /// Its name in a statement or in a sentence.
  public String sql() {
    return name.sql();
  }
}
