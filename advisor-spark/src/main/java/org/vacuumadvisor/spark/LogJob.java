package org.vacuumadvisor.spark;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.vacuumadvisor.fleet.archive.ArchiveWriter;
import org.vacuumadvisor.fleet.ingest.IngestTally;
import org.vacuumadvisor.fleet.ingest.LogFiles;
import org.vacuumadvisor.fleet.ingest.LogIngest;
import org.vacuumadvisor.fleet.judged.LogJudgements;
import org.vacuumadvisor.source.SourceException;

/// Reads logs into an archive with Spark.
///
/// Each task reads some logs as `ingest` does, into an archive of its own beside the one that they
/// are for. The driver takes the rows of all in: all of a batch of tasks, or nothing. In the end it
/// judges the clusters.
public final class LogJob {
  private final SparkSession spark;
  private final JobOptions options;
  private final ArchiveWriter writer;

  private LogJob(SparkSession spark, JobOptions options, ArchiveWriter writer) {
    this.spark = spark;
    this.options = options;
    this.writer = writer;
  }

  /// Reads logs, and all files of folders.
  ///
  /// @throws SourceException if the archive cannot be written, or none of the logs can be read
  public static IngestTally run(SparkSession spark, JobOptions options) throws SourceException {
    var archive = options.archive();
    try (var writer = ArchiveWriter.open(archive);
        var _ = writer.aloneWithLogs()) {
      var shares = shares(options);
      var job = new LogJob(spark, options, writer);
      var tally = IngestTally.NONE;
      int together = Math.clamp(options.batch() / options.split(), 1, shares.size() + 1);
      for (int at = 0; at < shares.size(); at += together) {
        tally = tally.plus(job.read(shares.subList(at, Math.min(at + together, shares.size()))));
      }
      LogJudgements.add(archive, tally.clusters(), writer, Instant.now());
      writer.commit();
      return tally.checked();
    } catch (IOException failed) {
      throw LogIngest.failed(archive, failed);
    }
  }

  /// Divides logs among tasks. Those that begin alike stay together.
  private static List<List<Path>> shares(JobOptions options) throws SourceException {
    var alike = new LinkedHashMap<String, List<Path>>();
    for (var log : LogFiles.of(options.logs(), options.archive())) {
      alike.computeIfAbsent(alike(log, options), _ -> new ArrayList<>()).add(log);
    }
    var shares = new ArrayList<List<Path>>();
    long room = 0;
    for (var logs : alike.values()) {
      long bytes = logs.stream().mapToLong(LogIngest::size).sum();
      if (bytes > room) {
        shares.add(new ArrayList<>());
        room = Math.max(options.split(), bytes);
      }
      shares.getLast().addAll(logs);
      room -= bytes;
    }
    return shares;
  }

  private static String alike(Path log, JobOptions options) {
    try {
      return LogIngest.alike(log, options.reading());
    } catch (SourceException _) {
      return log.toString(); // Whoever reads it says what is wrong.
    }
  }

  private IngestTally read(List<List<Path>> shares) throws SourceException {
    var beside = writer.folderToFill();
    var tasks = shares.stream().map(logs -> ShareTask.of(logs, beside, options)).toList();
    var read =
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(tasks, tasks.size())
            .map(ShareTask::read)
            .collect();
    var tally = IngestTally.NONE;
    for (var each : read) {
      writer.addAll(Path.of(each.folder()));
      tally = tally.plus(each.tally());
    }
    return tally.plus(LogIngest.commit(writer));
  }
}
