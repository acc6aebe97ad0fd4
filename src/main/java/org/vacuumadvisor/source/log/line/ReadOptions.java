package org.vacuumadvisor.source.log.line;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.log.file.LogSource;

/// What is known about the input, or said by the user, instead of having it found out.
///
/// @param prefix the server's `log_line_prefix`; null to recognise prefixes
/// @param latest the last day that dates without a year can mean; null for today
public record ReadOptions(
    LogFormat format, @Nullable LinePrefix prefix, @Nullable LocalDate latest) {
  /// Find everything out.
  public static final ReadOptions AUTO = new ReadOptions(LogFormat.AUTO, null);

  public ReadOptions(LogFormat format, @Nullable LinePrefix prefix) {
    this(format, prefix, null);
  }

  /// The same for one input: a file holds nothing of a day after it was last written to.
  public ReadOptions about(LogSource source) {
    return latest == null ? new ReadOptions(format, prefix, source.written().orElse(null)) : this;
  }

  Years years() {
    return Years.until(latest);
  }
}
