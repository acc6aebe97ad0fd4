package org.vacuumadvisor.fleet.archive;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.SourceException;

/// Takes rows on their way into an archive.
public interface RowTaker {
  /// Takes a row.
  ///
  /// @param values in the order of the dataset's columns; times as [java.time.Instant]
  void add(Dataset dataset, List<? extends @Nullable Object> values) throws SourceException;

  /// Forgets rows of a log that the archive has: by the log or the time, the line and the entry's
  /// checksum.
  ///
  /// @return how many were forgotten
  long forgetKnown(Dataset dataset, String cluster, String sourceId) throws SourceException;

  /// Forgets rows of a log from a line on.
  ///
  /// @return how many were forgotten
  long forgetFrom(Dataset dataset, String cluster, String sourceId, long line)
      throws SourceException;
}
