package org.vacuumadvisor.fleet.archive;

import java.io.IOException;
import java.nio.file.Path;
import org.vacuumadvisor.source.SourceException;

/// A process that commits ten runs, waits to be told, and then commits so many that a small disk
/// cannot hold them.
final class LargeWriter {
  private LargeWriter() {}

  public static void main(String[] arguments) throws SourceException, IOException {
    try (var writer = ArchiveWriter.open(Path.of(arguments[0]))) {
      for (long number = 0; number < 10; number++) {
        Rows.addRun(writer, number);
      }
      writer.commit();
      System.out.println("acknowledged");
      var _ = System.in.read();
      for (long number = 10; number < 5_000; number++) {
        Rows.addRun(writer, number);
      }
      writer.commit();
    } catch (SourceException refused) {
      System.out.println(refused.explanation());
    }
  }
}
