package org.vacuumadvisor.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.Question;
import org.vacuumadvisor.fleet.ingest.ClusterNames;
import org.vacuumadvisor.fleet.ingest.IngestOptions;
import org.vacuumadvisor.fleet.ingest.IngestTally;
import org.vacuumadvisor.fleet.ingest.IngestTally.Count;
import org.vacuumadvisor.fleet.ingest.LogIngest;
import org.vacuumadvisor.fleet.judged.ClusterVerdict;
import org.vacuumadvisor.fleet.judged.Verdicts;
import org.vacuumadvisor.fleet.judged.Verdicts.Freshness;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.line.ReadOptions;

/// What the job writes is what `ingest` writes on one machine.
///
/// `-Dvacuumadvisor.spark.rounds=100` shares logs out more often, `-Dvacuumadvisor.spark.seed=N`
/// otherwise.
class LogJobTest {
  private static final int ROUNDS = Integer.getInteger("vacuumadvisor.spark.rounds", 0);
  private static final long SEED = Long.getLong("vacuumadvisor.spark.seed", 20261123);
  private static final List<Logs.Form> FORMS = List.of(Logs.Form.values());
  private static final long SPLIT = 40_000;

  /// A log for each task, and all logs of a cluster for one.
  private static final long LEAST_SPLIT = 3_000;

  private static final long MOST_SPLIT = 103_000;

  @TempDir private Path folder;

  @Test
  void logsOfAnyKindGiveTheRowsOfOneMachine() throws SourceException, IOException {
    for (int cluster = 0; cluster < 18; cluster++) {
      var form = FORMS.get(cluster % FORMS.size());
      var text = Logs.of(form, 150 + cluster, cluster);
      var name = "logs/c%d/postgresql.%s".formatted(cluster, form.extension());
      if (cluster % 3 == 1) {
        Logs.pack(folder.resolve(name + ".gz"), text);
      } else {
        Logs.write(folder.resolve(name), text);
      }
      Logs.write(folder.resolve(name + ".1"), Logs.of(form, 40, 1000 + cluster));
    }

    var spark = spark(SPLIT);

    assertEquals(ingest().count(Count.RUNS), spark.count(Count.RUNS));
    assertSame();
    assertEquals(verdicts(duckArchive()), verdicts(sparkArchive()));
    for (int cluster = 0; cluster < 18; cluster++) {
      assertEquals(
          findings(duckArchive(), "c" + cluster),
          findings(sparkArchive(), "c" + cluster),
          "cluster " + cluster);
    }
  }

  @Test
  void howLogsAreSharedOutDoesNotShow() throws SourceException, IOException {
    var random = new Random(SEED);
    for (int log = 0; log < 24; log++) {
      var form = random.nextBoolean() ? Logs.Form.STDERR : Logs.Form.STDERR_ELSEWHERE;
      var text = Logs.of(form, 20 + random.nextInt(60), random.nextLong());
      var name = "logs/c%d/postgresql-%d.log".formatted(log % 5, log);
      Logs.write(folder.resolve(name), text);
      if (log % 4 == 0) {
        // One that goes on, and one that was rotated: both begin like the first.
        Logs.write(folder.resolve(name + ".1"), text + Logs.of(form, 10, log));
        Logs.pack(folder.resolve(name + ".2.gz"), text);
      }
    }
    var _ = ingest();
    var others = random.longs(ROUNDS, LEAST_SPLIT, MOST_SPLIT);
    for (long split : LongStream.concat(LongStream.of(LEAST_SPLIT, MOST_SPLIT), others).toArray()) {
      var _ = Folders.removed(sparkArchive());
      var _ = spark(split);
      assertSame();
    }
  }

  @Test
  void aBrokenGzipIsReadAsFarAsItGoes() throws SourceException, IOException {
    var packed =
        Files.readAllBytes(
            Logs.pack(folder.resolve("whole.gz"), Logs.of(Logs.Form.STDERR, 300, 1)));
    Logs.write(folder.resolve("logs/c1/a.gz"), Arrays.copyOf(packed, packed.length / 2));
    packed[packed.length / 2] ^= 0x55;
    Logs.write(folder.resolve("logs/c2/b.gz"), packed);

    var tally = spark(SPLIT);

    assertEquals(ingest().count(Count.RUNS), tally.count(Count.RUNS));
    assertTrue(tally.count(Count.RUNS) > 50, tally.count(Count.RUNS) + " runs");
    assertEquals(2, tally.problems().size(), tally.problems().toString());
    assertSame();
  }

  @Test
  void anEmptyFolderHasNoRows() throws SourceException, IOException {
    Files.createDirectories(folder.resolve("logs/c1"));

    var tally = spark(SPLIT);

    assertEquals(0, tally.count(Count.FILES));
    assertEquals(0, value("SELECT count(*) AS n FROM runs"));
  }

  @Test
  void aRelativeNameStaysAsItWasGiven() throws SourceException, IOException {
    var log = folder.resolve("logs/c1/postgresql.log");
    Logs.write(log, Logs.of(Logs.Form.STDERR, 20, 1));
    var named = Path.of("").toAbsolutePath().relativize(log);
    var options =
        new JobOptions(
            List.of(named), sparkArchive(), options(Duration.ofMinutes(1)), SPLIT, 1L << 30);

    var _ = LogJob.run(Sessions.session(), options);

    var query = "SELECT count(*) AS n FROM runs WHERE file = '%s'".formatted(named);
    assertEquals(value("SELECT count(*) AS n FROM runs"), value(query));
    assertTrue(value(query) > 0, "there are no runs");
  }

  @Test
  void whatIsNoLogIsNamed() throws SourceException, IOException {
    Logs.write(folder.resolve("logs/c1/postgresql.log"), Logs.of(Logs.Form.STDERR, 20, 1));
    Logs.write(folder.resolve("logs/c1/notes.txt"), "Buy milk and butter.\n".repeat(20));

    var tally = spark(SPLIT);

    assertEquals(1, tally.problems().size());
    assertTrue(tally.problems().getFirst().contains("notes.txt is no log"));
    assertEquals(ingest().count(Count.RUNS), tally.count(Count.RUNS));
    assertSame();
    Files.delete(folder.resolve("logs/c1/postgresql.log"));
    assertThrows(SourceException.class, () -> spark(SPLIT));
  }

  @Test
  void aSecondJobTakesOnlyWhatIsNew() throws SourceException, IOException {
    var text = Logs.of(Logs.Form.STDERR, 300, 7);
    var csv = Logs.of(Logs.Form.CSV, 200, 8);
    var log = folder.resolve("logs/c1/postgresql.log");
    var table = folder.resolve("logs/c2/postgresql.csv");
    int half = text.indexOf('\n', text.length() / 2) + 1;
    Logs.write(log, text.substring(0, half));
    Logs.write(table, csv.substring(0, csv.indexOf("\n2026", csv.length() / 2) + 1));
    long before = spark(SPLIT).count(Count.RUNS);
    assertEquals(before, ingest().count(Count.RUNS));

    assertEquals(2, spark(SPLIT).count(Count.UNCHANGED));
    Logs.write(log, text);
    Logs.write(table, csv);
    Logs.pack(folder.resolve("logs/c1/postgresql.log.1.gz"), text);
    var more = spark(SPLIT);
    var same = ingest();

    assertEquals(same.count(Count.RUNS), more.count(Count.RUNS));
    assertTrue(more.count(Count.KNOWN) > 100, more.count(Count.KNOWN) + " known rows");
    assertSame();
    assertEquals(0, spark(SPLIT).count(Count.RUNS));
  }

  @Test
  void aLogThatIsBeingWrittenIsLeftAtItsLastMessage() throws SourceException, IOException {
    var text = Logs.of(Logs.Form.STDERR, 300, 9);
    var log = folder.resolve("logs/c1/postgresql.log");
    var random = new Random(SEED);
    for (int round = 0; round < 4; round++) {
      Logs.write(log, text.substring(0, text.length() * (round + 1) / 5 + random.nextInt(400)));
      var options = options(Duration.ofDays(1));
      var _ = LogJob.run(Sessions.session(), job(options, 20_000));
      var _ = ingest(options);
      assertSame();
    }
    Logs.write(log, text);
    var _ = spark(20_000);
    var _ = ingest();
    assertSame();
  }

  /// How `fleet` judges the clusters of an archive.
  private static Map<Condition, Long> verdicts(Path folder) throws SourceException {
    var all = Question.of(Instant.now(), Duration.ofDays(36_500));
    var fresh = Freshness.of(Duration.ofDays(36_500));
    try (var archive = Archive.open(folder, Archive.Span.ALL)) {
      return Verdicts.of(archive, all, fresh).stream()
          .collect(Collectors.groupingBy(ClusterVerdict::condition, Collectors.counting()));
    }
  }

  private static List<String> findings(Path folder, String cluster) throws SourceException {
    try (var archive = Archive.open(folder, Archive.Span.ALL)) {
      var query = "SELECT rule || ': ' || headline AS told FROM findings WHERE cluster = ?";
      return archive.query(query, List.of(cluster)).stream()
          .map(row -> row.text("told").orElseThrow())
          .sorted()
          .toList();
    }
  }

  private IngestTally spark(long split) throws SourceException {
    return LogJob.run(Sessions.session(), job(options(Duration.ofMinutes(1)), split));
  }

  private JobOptions job(IngestOptions reading, long split) {
    return new JobOptions(
        List.of(folder.resolve("logs")), sparkArchive(), reading, split, JobOptions.BATCH);
  }

  private IngestTally ingest() throws SourceException {
    return ingest(options(Duration.ofMinutes(1)));
  }

  private IngestTally ingest(IngestOptions options) throws SourceException {
    return LogIngest.read(
        List.of(folder.resolve("logs")), duckArchive(), options, LogIngest.Progress.NONE);
  }

  private static IngestOptions options(Duration settled) {
    return new IngestOptions(ClusterNames.BY_FOLDER, ReadOptions.AUTO, settled, 256 << 20);
  }

  /// As one archive has all rows of the other, and as many, they have the same.
  private void assertSame() {
    for (var dataset : List.of("runs", "notices", "coverage")) {
      var but = dataset.equals("coverage") ? new String[] {"time", "day"} : new String[0];
      assertEquals(
          Sessions.count(duckArchive(), dataset), Sessions.count(sparkArchive(), dataset), dataset);
      assertEquals(List.of(), Sessions.except(sparkArchive(), duckArchive(), dataset, but));
    }
  }

  private long value(String query) throws SourceException {
    try (var archive = Archive.open(sparkArchive(), Archive.Span.ALL)) {
      return archive.query(query, List.of()).getFirst().count("n").orElseThrow();
    }
  }

  private Path sparkArchive() {
    return folder.resolve("spark");
  }

  private Path duckArchive() {
    return folder.resolve("duck");
  }
}
