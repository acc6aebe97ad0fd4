package org.vacuumadvisor.model.history;

import org.jspecify.annotations.Nullable;

/// When, and by which process, a message was written, as its log says. psql's output says neither.
///
/// @param timestamp as printed, a space between date and time: `2026-11-21 10:52:05.123`
/// @param zone as printed: `UTC`, `EST`, `+04`
/// @param pid the server process
public record Stamp(@Nullable String timestamp, @Nullable String zone, @Nullable Long pid) {
  /// Of text without any prefix.
  public static final Stamp NONE = new Stamp(null, null, null);
}
