package org.vacuumadvisor.model.history;

import org.jspecify.annotations.Nullable;

/// Where in its work a VACUUM was when something happened. Null is what the message does not say.
///
/// @param block of the table; for [Phase#TRUNCATE] the length to which it was being cut
/// @param offset the item on the page
/// @param index the index being worked on
public record Spot(
    @Nullable Phase phase, @Nullable Long block, @Nullable Long offset, @Nullable String index) {
  public static final Spot NONE = new Spot(null, null, null, null);

  /// The same place, met where a context says.
  public Spot in(Spot context) {
    return new Spot(context.phase, block, offset, index == null ? context.index : index);
  }

  /// The phases that PostgreSQL names in the context of an error.
  public enum Phase {
    SCAN_HEAP,
    VACUUM_HEAP,
    VACUUM_INDEX,
    CLEANUP_INDEX,
    TRUNCATE
  }
}
