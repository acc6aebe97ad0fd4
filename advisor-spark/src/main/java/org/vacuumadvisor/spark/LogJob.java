package org.vacuumadvisor.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.storage.StorageLevel;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.fleet.archive.ArchiveWriter;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.fleet.ingest.IngestTally;
import org.vacuumadvisor.fleet.ingest.LogPlan;
import org.vacuumadvisor.fleet.judged.LogJudgements;
import org.vacuumadvisor.source.SourceException;

/// Reads logs into an archive with Spark.
///
/// Tasks find the messages in parts of logs; then all that was found of a cluster comes to one
/// task, which makes the rows; then the rows are sorted and written as files, and the driver
/// commits them: all of a batch of clusters, or nothing. In the end it judges the clusters.
public final class LogJob {
  private static final int ROWS_A_FILE = 500_000;
  private static final String DAY = "day";

  private final SparkSession spark;
  private final JobOptions options;
  private final List<String> problems = new ArrayList<>();
  private final Set<String> clusters = new HashSet<>();
  private long files;
  private long bytes;
  private long runs;
  private long notices;
  private long known;
  private long leftOut;
  private long waiting;

  private LogJob(SparkSession spark, JobOptions options) {
    this.spark = spark;
    this.options = options;
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
    return new LogJob(spark, options).run();
  }

  private Outcome run() throws SourceException {
    long unchanged;
    Map<Condition, Long> judged;
    try (var writer = ArchiveWriter.open(options.archive());
        var _ = writer.aloneWithLogs()) {
      var plan = LogPlan.of(options.logs(), options.archive(), options.reading());
      unchanged = plan.unchanged();
      problems.addAll(plan.problems());
      var kept = plan.kept(options.archive());
      for (var batch : Batch.of(plan, options.batch(), options.split())) {
        read(batch, kept, writer);
      }
      judged = LogJudgements.add(options.archive(), clusters, writer, Instant.now());
      writer.commit();
    } catch (SourceException failed) {
      throw failed;
    } catch (Exception failed) {
      throw failed instanceof RuntimeException fault ? fault : new IllegalStateException(failed);
    }
    if (files == 0 && unchanged == 0 && !problems.isEmpty()) {
      throw new SourceException(String.join("\n", problems));
    }
    return new Outcome(
        new IngestTally(
            files, unchanged, bytes, runs, notices, known, waiting, leftOut, problems, List.of()),
        judged);
  }

  private void read(Batch batch, Map<String, Set<String>> kept, ArchiveWriter writer)
      throws SourceException, IOException {
    var rows =
        spark
            .createDataFrame(rows(batch, kept), ClusterRows.COLUMNS)
            .persist(StorageLevel.DISK_ONLY());
    try {
      var told =
          rows
              .where(functions.col(ClusterRows.TOLD).isNotNull())
              .select(ClusterRows.TOLD)
              .collectAsList()
              .stream()
              .map(row -> Told.open(row.getAs(0)))
              .toList();
      var left = new HashSet<Integer>();
      long runsBefore = runs;
      long noticesBefore = notices;
      for (var each : told) {
        take(each, batch, left);
      }
      if (runs > runsBefore) {
        write(rows, Dataset.RUNS, left, runs - runsBefore, writer);
      }
      if (notices > noticesBefore) {
        write(rows, Dataset.NOTICES, left, notices - noticesBefore, writer);
      }
      for (var each : told) {
        if (each instanceof Told.Line line && !left.contains(line.log())) {
          writer.add(line.dataset(), line.values());
        }
      }
      writer.commit();
    } finally {
      var _ = rows.unpersist();
    }
  }

  private JavaRDD<Row> rows(Batch batch, Map<String, Set<String>> kept) throws SourceException {
    var context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    var shared = context.broadcast(new ClusterRows(batch, kept));
    var slices = batch.slices();
    int tasks =
        Math.min(batch.clusters().size(), Math.max(slices.size(), context.defaultParallelism()));
    return context
        .parallelize(slices, slices.size())
        .flatMapToPair(pieces -> FoundIterator.of(shared.value().batch(), pieces))
        .repartitionAndSortWithinPartitions(new ByCluster(tasks, batch.shares(tasks)))
        .mapPartitions(found -> shared.value().of(found));
  }

  /// @param left takes the numbers of logs whose rows do not count
  private void take(Told told, Batch batch, Set<Integer> left) {
    switch (told) {
      case Told.Line _ -> {}
      case Told.Taken log -> {
        bytes += batch.logs().get(log.log()).bytes();
        Optional.ofNullable(log.problem()).ifPresent(problems::add);
        if (!log.counts()) {
          left.add(log.log());
          return;
        }
        files++;
        clusters.add(batch.logs().get(log.log()).cluster());
        runs += log.runs();
        notices += log.notices();
        known += log.known();
        leftOut += log.leftOut();
        waiting += log.isLeft() ? 1 : 0;
      }
    }
  }

  /// Has rows written, sorted as the archive's are, some files for each day.
  private void write(
      org.apache.spark.sql.Dataset<Row> rows,
      Dataset dataset,
      Set<Integer> left,
      long count,
      ArchiveWriter writer)
      throws SourceException, IOException {
    var folder = writer.folderToFill();
    var order =
        List.of(DAY, "cluster", "database", "schema", "table_name", "time").stream()
            .map(name -> functions.col(name).asc_nulls_last())
            .toArray(Column[]::new);
    rows.where(functions.col(dataset.folder()).isNotNull())
        .where(functions.not(functions.col(ClusterRows.LOG).isin(left.toArray())))
        .select(dataset.folder() + ".*")
        .withColumn(DAY, functions.to_date(functions.col("time")))
        .repartitionByRange(Math.toIntExact(Math.ceilDiv(count, ROWS_A_FILE)), order)
        .sortWithinPartitions(order)
        .write()
        .mode(SaveMode.ErrorIfExists)
        .partitionBy(DAY)
        .option("compression", "zstd")
        .parquet(folder.toUri().toString());
    List<Path> written;
    try (var all = Files.walk(folder, 2)) {
      written =
          all.filter(Files::isRegularFile)
              .filter(each -> each.toString().endsWith(".parquet"))
              .sorted()
              .toList();
    }
    for (var file : written) {
      writer.adopt(dataset, day(Objects.requireNonNull(file.getParent())), file);
    }
  }

  /// The day of a folder, `day=2026-11-20`.
  private static Optional<LocalDate> day(Path folder) {
    var name = String.valueOf(folder.getFileName());
    var day = name.substring(name.indexOf('=') + 1);
    return day.startsWith("__") ? Optional.empty() : Optional.of(LocalDate.parse(day));
  }
}
