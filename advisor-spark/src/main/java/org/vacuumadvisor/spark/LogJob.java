package org.vacuumadvisor.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.fleet.archive.ArchiveWriter;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.fleet.ingest.IngestTally;
import org.vacuumadvisor.fleet.ingest.LogIngest;
import org.vacuumadvisor.fleet.judged.LogJudgements;
import org.vacuumadvisor.source.SourceException;

/// Reads logs into an archive with Spark.
///
/// Each task reads some logs as `ingest` does, into an archive of its own beside the one that they
/// are for. Then the rows of all are sorted and written as files, and the driver commits them: all
/// of a batch of tasks, or nothing. In the end it judges the clusters.
public final class LogJob {
  private static final int ROWS_A_FILE = 500_000;
  private static final String DAY = "day";

  private final SparkSession spark;
  private final JobOptions options;
  private final ArchiveWriter writer;

  private LogJob(SparkSession spark, JobOptions options, ArchiveWriter writer) {
    this.spark = spark;
    this.options = options;
    this.writer = writer;
  }

  /// What came of a job.
  ///
  /// @param judged how many clusters are in which condition, as far as their logs tell
  public record Outcome(IngestTally tally, Map<Condition, Long> judged) {
    public Outcome {
      judged = Map.copyOf(judged);
    }
  }

  /// Reads logs, and all files of folders.
  ///
  /// @throws SourceException if the archive cannot be written, or none of the logs can be read
  public static Outcome run(SparkSession spark, JobOptions options) throws SourceException {
    var archive = options.archive();
    try (var writer = ArchiveWriter.open(archive);
        var _ = writer.aloneWithLogs()) {
      var shares = LogIngest.shares(options.logs(), archive, options.reading(), options.split());
      var job = new LogJob(spark, options, writer);
      var sum = new IngestTally.Sum();
      int together = Math.clamp(options.batch() / options.split(), 1, shares.size() + 1);
      for (int at = 0; at < shares.size(); at += together) {
        job.read(shares.subList(at, Math.min(at + together, shares.size()))).forEach(sum::add);
      }
      var tally = sum.all();
      var judged = LogJudgements.add(archive, tally.clusters(), writer, Instant.now());
      writer.commit();
      return new Outcome(tally.checked(), judged);
    } catch (IOException failed) {
      throw LogIngest.failed(archive, failed);
    }
  }

  private List<IngestTally> read(List<List<Path>> shares) throws SourceException, IOException {
    var beside = writer.folderToFill();
    var tasks = shares.stream().map(logs -> ShareTask.of(logs, beside, options)).toList();
    var read =
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(tasks, tasks.size())
            .map(ShareTask::read)
            .collect();
    for (var dataset : List.of(Dataset.RUNS, Dataset.NOTICES, Dataset.COVERAGE)) {
      var files = new ArrayList<String>();
      for (var each : read) {
        files.addAll(parquet(Path.of(each.folder()).resolve(dataset.folder())));
      }
      if (!files.isEmpty()) {
        write(dataset, files);
      }
    }
    writer.commit();
    return read.stream().map(ShareTask.Read::tally).toList();
  }

  /// Has the rows of files written, sorted as the archive's are, some files for each day.
  private void write(Dataset dataset, List<String> files) throws IOException {
    var folder = writer.folderToFill();
    var names = dataset.fields().stream().map(field -> field.name()).toList();
    var order =
        List.of(DAY, "cluster", "database", "schema", "table_name", "time").stream()
            .filter(name -> name.equals(DAY) || names.contains(name))
            .map(name -> functions.col(name).asc_nulls_last())
            .toArray(Column[]::new);
    var rows = spark.read().parquet(files.toArray(String[]::new));
    rows.withColumn(DAY, functions.to_date(functions.col("time")))
        .repartitionByRange(Math.toIntExact(Math.ceilDiv(rows.count(), ROWS_A_FILE)), order)
        .sortWithinPartitions(order)
        .write()
        .mode(SaveMode.ErrorIfExists)
        .partitionBy(DAY)
        .option("compression", "zstd")
        .parquet(folder.toUri().toString());
    for (var file : parquet(folder)) {
      var path = Path.of(file);
      writer.adopt(dataset, day(path), path);
    }
  }

  private static List<String> parquet(Path folder) throws IOException {
    try (var all = Files.walk(folder, 2)) {
      return all.filter(Files::isRegularFile)
          .map(Path::toString)
          .filter(each -> each.endsWith(".parquet"))
          .sorted()
          .toList();
    }
  }

  /// The day of a file in a folder `day=2026-11-20`.
  private static Optional<LocalDate> day(Path file) {
    var name = file.getName(file.getNameCount() - 2).toString();
    var day = name.substring(name.indexOf('=') + 1);
    return day.startsWith("__") ? Optional.empty() : Optional.of(LocalDate.parse(day));
  }
}
