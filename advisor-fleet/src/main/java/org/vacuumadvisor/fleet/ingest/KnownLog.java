package org.vacuumadvisor.fleet.ingest;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.fleet.archive.Cells;

/// What the archive knows of a log that was read before, whatever it was called then.
///
/// @param storedBytes how large it was
/// @param resume where reading goes on, in bytes; 0 where it begins anew
/// @param line how many lines stand before that place
/// @param headBytes how much of its beginning the checksum is of
/// @param tailChecksum of what stands right before the place; null at the beginning
/// @param isWhole whether all of it was taken
record KnownLog(
    String cluster,
    String sourceId,
    String file,
    long storedBytes,
    long resume,
    long line,
    int headBytes,
    String headChecksum,
    @Nullable String tailChecksum,
    boolean isWhole) {

  static final String QUERY =
      """
      SELECT * FROM coverage WHERE kind = 'log' AND source_id IS NOT NULL
      QUALIFY row_number() OVER (PARTITION BY cluster, source_id, file ORDER BY time DESC) = 1\
      """;

  static KnownLog of(ArchiveRow row) {
    return new KnownLog(
        row.text("cluster").orElse(""),
        row.text("source_id").orElseThrow(),
        row.text("file").orElse(""),
        row.count("stored_bytes").orElse(0),
        row.count("to_offset").orElse(0),
        row.count("to_line").orElse(0),
        Math.toIntExact(row.count("head_bytes").orElse(0)),
        row.text("head_checksum").orElse(""),
        row.text("tail_checksum").orElse(null),
        row.flag("is_whole").orElse(false));
  }

  /// What tells of it in the row of `coverage`.
  Cells put(Cells row) {
    return row.put("cluster", cluster)
        .put("file", file)
        .put("source_id", sourceId)
        .put("stored_bytes", storedBytes)
        .put("to_offset", resume)
        .put("to_line", line)
        .put("head_bytes", headBytes)
        .put("head_checksum", headChecksum)
        .put("tail_checksum", tailChecksum)
        .put("is_whole", isWhole);
  }

  /// The same log, to be read from its beginning.
  KnownLog again() {
    return new KnownLog(cluster, sourceId, file, 0, 0, 0, headBytes, headChecksum, null, false);
  }

  /// The checksum of what stands right before the place where reading goes on.
  Optional<String> tail() {
    return Optional.ofNullable(tailChecksum);
  }
}
