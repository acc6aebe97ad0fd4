package org.vacuumadvisor.spark;

import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.fleet.ingest.ClusterNames;
import org.vacuumadvisor.fleet.ingest.IngestOptions;
import org.vacuumadvisor.fleet.ingest.IngestTally;
import org.vacuumadvisor.fleet.ingest.LogIngest;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.line.LinePrefix;
import org.vacuumadvisor.source.log.line.LogFormat;
import org.vacuumadvisor.source.log.line.ReadOptions;

/// What one task reads, and where its rows go.
///
/// @param archive that the logs are for
/// @param beside in which each task has a folder
record ShareTask(
    List<String> logs,
    String archive,
    String beside,
    ClusterNames clusters,
    LogFormat format,
    @Nullable String prefix,
    Duration settled,
    long part,
    boolean isAgain)
    implements Serializable {

  static ShareTask of(List<Path> logs, Path beside, JobOptions job) {
    var reading = job.reading();
    var prefix = reading.format().prefix();
    return new ShareTask(
        logs.stream().map(Path::toString).toList(),
        job.archive().toString(),
        beside.toString(),
        reading.clusters(),
        reading.format().format(),
        prefix == null ? null : prefix.text(),
        reading.settled(),
        reading.part(),
        reading.isAgain());
  }

  /// What came of it.
  ///
  /// @param folder an archive with the rows
  record Read(String folder, IngestTally tally) implements Serializable {}

  /// A task that is tried again has another folder.
  Read read() throws SourceException {
    var folder = Path.of(beside, UUID.randomUUID().toString());
    var said = new ReadOptions(format, prefix == null ? null : new LinePrefix(prefix));
    var options = new IngestOptions(clusters, said, settled, part, isAgain, OptionalInt.empty());
    var tally =
        LogIngest.readBeside(
            logs.stream().map(Path::of).toList(), Path.of(archive), folder, options);
    return new Read(folder.toString(), tally);
  }
}
