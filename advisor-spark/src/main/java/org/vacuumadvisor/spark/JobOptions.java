package org.vacuumadvisor.spark;

import java.nio.file.Path;
import java.util.List;
import org.vacuumadvisor.fleet.ingest.IngestOptions;

/// What a job is asked for.
///
/// @param logs files and folders that the driver and all executors see under these names
/// @param archive a folder that the driver and all executors see under this name
/// @param reading as reading on one machine takes it; its parts are of no concern here
/// @param split about how much a task reads, in stored bytes
/// @param batch about how much is read before it is committed, in stored bytes
public record JobOptions(
    List<Path> logs, Path archive, IngestOptions reading, long split, long batch) {
  /// What a task reads in some seconds, far above what starting a task costs.
  public static final long SPLIT = 256L << 20;

  /// Some hours of a small cluster: so much is read again at most, if the job is ended.
  public static final long BATCH = 256L << 30;

  public JobOptions {
    logs = List.copyOf(logs);
  }

  public JobOptions(List<Path> logs, Path archive, IngestOptions reading) {
    this(logs, archive, reading, SPLIT, BATCH);
  }
}
