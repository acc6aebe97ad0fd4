package org.vacuumadvisor.fleet.archive;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.SourceException;

/// Rows to put into archives.
final class Rows {
  static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

  private Rows() {}

  /// A row with these columns; all others are null.
  static List<@Nullable Object> of(Dataset dataset, Map<String, Object> cells) {
    return Arrays.asList(dataset.fields().stream().map(field -> cells.get(field.name())).toArray());
  }

  /// A run that is told from others by its number. Numbers go over three days.
  static List<@Nullable Object> run(long number) {
    return of(
        Dataset.RUNS,
        Map.of(
            "cluster",
            "c" + number % 7,
            "table_name",
            "t" + number % 3,
            "time",
            NOON.plus(Duration.ofHours(number % 60)),
            "source_id",
            "log",
            "line",
            number,
            "entry_checksum",
            Long.toHexString(number)));
  }

  static void addRun(ArchiveWriter writer, long number) throws SourceException {
    writer.add(Dataset.RUNS, run(number));
  }

  /// The numbers of the runs that an archive holds, in their order.
  static List<Long> numbers(Path folder) throws SourceException {
    try (var archive = Archive.open(folder, Archive.Span.ALL)) {
      return archive.query("SELECT line FROM runs ORDER BY line", List.of()).stream()
          .map(row -> row.count("line").orElseThrow())
          .toList();
    }
  }
}
