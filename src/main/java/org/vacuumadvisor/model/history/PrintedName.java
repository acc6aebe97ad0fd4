package org.vacuumadvisor.model.history;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.RelationName;

/// What a message or its run calls its table, without quotes; null is what it does not say.
public record PrintedName(
    @Nullable String database, @Nullable String schema, @Nullable String table) {
  /// Of a message that names nothing.
  public static final PrintedName NONE = new PrintedName(null, null, null);

  /// The relation it names; what is not said is empty.
  public RelationName relation() {
    return new RelationName(
        Objects.requireNonNullElse(database, ""),
        Objects.requireNonNullElse(schema, ""),
        Objects.requireNonNullElse(table, ""));
  }
}
