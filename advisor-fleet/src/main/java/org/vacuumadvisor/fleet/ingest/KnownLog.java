package org.vacuumadvisor.fleet.ingest;

import java.io.IOException;
import java.nio.file.Path;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.fleet.archive.Cells;

/// How far the archive knows a log that was read before, whatever it was called then.
///
/// @param storedBytes how large it was
/// @param resume where reading goes on, in bytes; 0 where it begins anew
/// @param line how many lines stand before that place
/// @param headBytes how much of its beginning the checksum is of
/// @param tailChecksum of what stood right before [#end]
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
    String tailChecksum,
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
        row.text("tail_checksum").orElse(""),
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

  /// Up to which place it was read, in stored bytes.
  long end() {
    return resume > 0 ? resume : storedBytes;
  }

  /// Whether a log that begins like it goes on like it, up to [#end].
  boolean isIn(Path log, long size) throws IOException {
    return end() <= size && Fingerprint.before(log, end()).equals(tailChecksum);
  }
}
