package org.vacuumadvisor.model.history;

import org.jspecify.annotations.Nullable;

/// What a message calls its table: only what that message or its run prints, without the quotes,
/// otherwise untouched. Null is what it does not say.
public record PrintedName(
    @Nullable String database, @Nullable String schema, @Nullable String table) {
  /// Of a message that names nothing.
  public static final PrintedName NONE = new PrintedName(null, null, null);
}
