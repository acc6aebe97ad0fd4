package org.vacuumadvisor.spark;

import java.nio.file.Path;
import java.util.List;
import org.vacuumadvisor.fleet.ingest.ClusterNames;
import org.vacuumadvisor.fleet.ingest.IngestOptions;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.line.ReadOptions;

/// A job in a process of its own, to be ended by a test. Every cluster is committed by itself.
final class JobProcess {
  private JobProcess() {}

  static JobOptions options(Path logs, Path archive) {
    return new JobOptions(
        List.of(logs),
        archive,
        new IngestOptions(ClusterNames.BY_FOLDER, ReadOptions.AUTO),
        30_000,
        1);
  }

  public static void main(String[] arguments) throws SourceException {
    var options = options(Path.of(arguments[0]), Path.of(arguments[1]));
    var session = Sessions.open();
    System.out.println("begun");
    var _ = LogJob.run(session, options);
    System.out.println("done");
  }
}
