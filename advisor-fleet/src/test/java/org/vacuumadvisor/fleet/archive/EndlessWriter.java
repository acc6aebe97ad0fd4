package org.vacuumadvisor.fleet.archive;

import java.nio.file.Path;
import java.time.Instant;
import org.vacuumadvisor.source.SourceException;

/// A process that adds to an archive until somebody ends it: batches of runs that follow on those
/// that are there. It prints the number behind the last one of each batch once that is
/// acknowledged.
final class EndlessWriter {
  static final int BATCH = 20;

  private EndlessWriter() {}

  public static void main(String[] arguments) throws SourceException {
    var folder = Path.of(arguments[0]);
    try (var writer = ArchiveWriter.open(folder)) {
      var numbers = Rows.numbers(folder);
      long next = numbers.isEmpty() ? 0 : numbers.getLast() + 1;
      for (int batch = 1; ; batch++) {
        for (long end = next + BATCH; next < end; next++) {
          Rows.addRun(writer, next);
        }
        writer.commit();
        System.out.println(next);
        if (batch % 5 == 0) {
          var _ = writer.upkeep().join(Instant.parse("2027-01-01T00:00:00Z"));
        }
      }
    }
  }
}
