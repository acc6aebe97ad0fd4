package org.vacuumadvisor.source.log.file;

import java.util.OptionalLong;

/// Follows the reading, and may end it. Calls may come from any thread.
public interface Progress {
  /// Nobody follows.
  Progress NONE = (_, _) -> true;

  /// Some megabytes more were read.
  ///
  /// @param done bytes as they are stored, of all inputs together
  /// @param total empty where an input does not tell its size
  /// @return false to end the reading; what was read until then stands
  boolean goOn(long done, OptionalLong total);
}
