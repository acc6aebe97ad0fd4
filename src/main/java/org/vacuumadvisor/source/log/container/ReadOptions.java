package org.vacuumadvisor.source.log.container;

import org.jspecify.annotations.Nullable;

/// What the user says about the input instead of having it found out.
///
/// @param prefix the server's `log_line_prefix`; null to recognise prefixes
public record ReadOptions(LogFormat format, @Nullable LinePrefix prefix) {
  /// Find everything out.
  public static final ReadOptions AUTO = new ReadOptions(LogFormat.AUTO, null);
}
