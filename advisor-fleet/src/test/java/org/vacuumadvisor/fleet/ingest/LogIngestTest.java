package org.vacuumadvisor.fleet.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.ingest.IngestTally.Count;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.line.ReadOptions;

class LogIngestTest {
  /// A log that was last written to just now may end in a message that is not whole.
  private static final Duration NEVER = Duration.ofDays(1);

  private static final Duration AT_ONCE = Duration.ofDays(-1);

  @TempDir private Path folder;

  @Test
  void takesEveryRunOnce() throws SourceException, IOException {
    var log = write("db1/postgresql.log", Logs.stderr(100));

    assertEquals(100, ingest(AT_ONCE, log).count(Count.RUNS));
    assertEquals(100, count("runs"));
    assertEquals(1, ingest(AT_ONCE, log).count(Count.UNCHANGED));
    assertEquals(100, count("runs"));
  }

  @Test
  void keepsFiguresTimesAndPlaces() throws SourceException, IOException {
    var log = write("db1/postgresql.log", Logs.stderr(3));
    var _ = ingest(AT_ONCE, log);

    try (var archive = Archive.open(archive(), Archive.Span.ALL)) {
      var row =
          archive.query("SELECT * FROM runs ORDER BY line LIMIT 1 OFFSET 1", List.of()).getFirst();

      assertEquals("db1", row.text("cluster").orElseThrow());
      assertEquals("shop", row.text("database").orElseThrow());
      assertEquals("public", row.text("schema").orElseThrow());
      assertEquals("t1", row.text("table_name").orElseThrow());
      assertEquals(1001, row.count("tuples_removed").orElseThrow());
      assertEquals("2026-11-20T10:01:00Z", row.time("time").orElseThrow().toString());
      assertEquals(log.toString(), row.text("file").orElseThrow());
      assertTrue(row.flag("aggressive").isEmpty(), "the message does not say that it is not");
    }
  }

  @Test
  void resumesAGrowingLogAtAnyPlace() throws SourceException, IOException {
    var whole = Logs.stderr(60).getBytes(StandardCharsets.UTF_8);
    grow("db1/postgresql.log", whole, 20);

    assertSameAsWhole("db1/postgresql.log", whole);
  }

  @Test
  void resumesAGrowingCsvLog() throws SourceException, IOException {
    var whole = Logs.csv(40).getBytes(StandardCharsets.UTF_8);
    grow("db1/postgresql.csv", whole, 10);

    assertSameAsWhole("db1/postgresql.csv", whole);
  }

  @Test
  void resumesReportsOfManyLines() throws SourceException, IOException {
    var whole = Logs.verbose(12).getBytes(StandardCharsets.UTF_8);
    grow("db1/nightly.txt", whole, 12);

    assertSameAsWhole("db1/nightly.txt", whole);
  }

  @Test
  void takesALargeLogInParts() throws SourceException, IOException {
    var log = write("db1/postgresql.log", Logs.stderr(20_000));
    var options = new IngestOptions(ClusterNames.BY_FOLDER, ReadOptions.AUTO, AT_ONCE, 3 << 20);

    var tally = LogIngest.read(List.of(log), archive(), options, LogIngest.Progress.NONE);

    assertEquals(20_000, tally.count(Count.RUNS));
    assertTrue(count("coverage") > 3, count("coverage") + " parts");
    assertEquals(count("runs"), value("SELECT count(DISTINCT line) AS n FROM runs"));
    assertEquals(1 + 19_999L * Logs.LINES, value("SELECT max(line) AS n FROM runs"));
  }

  @Test
  void knowsARotatedAndCompressedLogAgain() throws SourceException, IOException {
    var text = Logs.stderr(100);
    var log = write("db1/postgresql.log", text);
    var _ = ingest(AT_ONCE, log);
    Files.delete(log);
    var packed = folder.resolve("db1/postgresql.log.1.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write((text + Logs.stderr(100, 120)).getBytes(StandardCharsets.UTF_8));
    }

    var tally = ingest(AT_ONCE, packed);

    assertEquals(20, tally.count(Count.RUNS));
    assertEquals(100, tally.count(Count.KNOWN));
    assertEquals(120, count("runs"));
  }

  @Test
  void takesALogAndItsCopiesOnce() throws SourceException, IOException {
    var log = write("db1/postgresql.log", Logs.stderr(100));
    var copy = write("db1/postgresql-copy.log", Logs.stderr(100));
    var later = write("db1/postgresql-later.log", Logs.stderr(100) + Logs.stderr(100, 110));
    var packed = folder.resolve("db1/postgresql.log.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(Logs.stderr(100).getBytes(StandardCharsets.UTF_8));
    }

    assertEquals(110, ingest(AT_ONCE, log, copy, packed, later).count(Count.RUNS));
    assertEquals(110, count("runs"));
    assertEquals(0, ingest(AT_ONCE, later, packed, copy, log).count(Count.RUNS));
    assertEquals(110, count("runs"));
  }

  @Test
  void takesACsvLogAndItsLongerCopyOnce() throws SourceException, IOException {
    var log = write("db1/postgresql.csv", Logs.csv(40));
    var later = write("db1/saved.csv", Logs.csv(50));

    assertEquals(50, ingest(AT_ONCE, log, later).count(Count.RUNS));
    assertEquals(50, count("runs"));
  }

  /// A copy that was made earlier, or cut, in any order, in one go or in several: of a log of 1.2
  /// MB and of some that are shorter than what logs are known by.
  @Test
  void takesCopiesOfAnyLengthOnceInAnyOrder() throws SourceException, IOException {
    var whole = Logs.stderr(1_200).getBytes(StandardCharsets.UTF_8);
    var lengths = List.of(whole.length, 600_000, 300_000, 5_000, 3_000);
    var expected = 0;
    for (int round = 0; round < 4; round++) {
      var order = new ArrayList<>(lengths);
      Collections.shuffle(order, new Random(round));
      var cluster = "db" + round;
      var copies = new ArrayList<Path>();
      for (int length : order) {
        var copy = folder.resolve(cluster).resolve(length + ".log");
        Files.createDirectories(copy.getParent());
        Files.write(copy, Arrays.copyOf(whole, length));
        copies.add(copy);
        if (round % 2 == 0) {
          var _ = ingest(NEVER, copy);
        }
      }
      var _ = ingest(NEVER, copies.toArray(Path[]::new));
      var _ = ingest(AT_ONCE, folder.resolve(cluster).resolve(whole.length + ".log"));
      expected += 1_200;
      assertEquals(expected, count("runs"), order.toString());
      assertEquals(0, ingest(NEVER, copies.toArray(Path[]::new)).count(Count.RUNS));
    }
    assertEquals(4 * 1_200, value("SELECT count(*) AS n FROM runs WHERE complete"));
  }

  @Test
  void takesACopyThatWasCutAndItsOriginalOnce() throws SourceException, IOException {
    var log = write("db1/postgresql.log", Logs.stderr(100));
    var packed = folder.resolve("db1/postgresql.log.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(Logs.stderr(100).getBytes(StandardCharsets.UTF_8));
    }
    var cut = write("db1/cut.log", Logs.stderr(50));

    assertEquals(50, ingest(AT_ONCE, cut).count(Count.RUNS));
    assertEquals(50, ingest(AT_ONCE, packed).count(Count.RUNS));
    assertEquals(50, ingest(AT_ONCE, write("db1/cut.log", Logs.stderr(100))).count(Count.KNOWN));
    assertEquals(0, ingest(AT_ONCE, log).count(Count.RUNS));
    assertEquals(100, count("runs"));
  }

  /// In a document of JSON without line feeds all entries are of one line, and two may be of one
  /// moment: they are not copies of each other. Those of a longer document and of another file are.
  @Test
  void takesEqualNoticesOfADocumentAsOftenAsTheyAreThere() throws SourceException, IOException {
    var minutes = IntStream.range(0, 20).map(each -> Math.max(each, 1)).boxed().toList();
    var first = Logs.cancelled(minutes.subList(0, 10));
    var all = Logs.cancelled(minutes);
    for (var isIndented : List.of(false, true)) {
      var cluster = isIndented ? "indented" : "compact";
      var form = isIndented ? "{\n  \"events\": [\n    %s\n  ]\n}\n" : "{\"events\":[%s]}";
      var log = write(cluster + "/events.json", form.formatted(first));

      assertEquals(10, ingest(AT_ONCE, log).count(Count.NOTICES), cluster);
      assertEquals(0, again(log, log).count(Count.NOTICES), cluster);
      var _ = write(cluster + "/events.json", form.formatted(all));
      var copy = write(cluster + "/copy.json", form.formatted(all));
      assertEquals(10, ingest(AT_ONCE, log, copy).count(Count.NOTICES), cluster);
      assertEquals(0, again(copy, log).count(Count.NOTICES), cluster);
      assertEquals(
          20,
          value("SELECT count(*) AS n FROM notices WHERE cluster = '%s'".formatted(cluster)),
          cluster);
    }
    assertEquals(19, value("SELECT count(DISTINCT time) AS n FROM notices"));
  }

  @Test
  void takesEqualRunsOfAnArrayAsOftenAsTheyAreThere() throws SourceException, IOException {
    var log = write("db1/runs.json", "[" + Logs.equalRuns(6) + "]");
    var copy = write("db1/copy.json", "[" + Logs.equalRuns(6) + "]");

    assertEquals(6, ingest(AT_ONCE, log, copy).count(Count.RUNS));
    assertEquals(0, again(log, copy).count(Count.RUNS));
    assertEquals(6, value("SELECT count(DISTINCT time) AS n FROM runs"));
  }

  /// However long ago a log was written to: if it ends within a line of a report, it was cut.
  @Test
  void waitsForTheRestOfAReportThatWasCut() throws SourceException, IOException {
    var whole = Logs.stderr(40);
    int cut = whole.indexOf("removed, 5000", whole.length() / 2);
    var copy = write("db1/cut.log", whole.substring(0, cut));

    var tally = ingest(AT_ONCE, copy);

    assertEquals(1, tally.count(Count.WAITING));
    var _ = ingest(AT_ONCE, write("db1/postgresql.log", whole));
    assertEquals(40, count("runs"));
    assertEquals(40, value("SELECT count(*) AS n FROM runs WHERE complete"));
  }

  @Test
  void takesAnotherLogOfTheSameNameForAnother() throws SourceException, IOException {
    var log = write("db1/postgresql-Mon.log", Logs.stderr(50));
    var _ = ingest(AT_ONCE, log);
    var _ = write("db1/postgresql-Mon.log", Logs.stderr(500, 520));

    assertEquals(20, ingest(AT_ONCE, log).count(Count.RUNS));
    assertEquals(70, count("runs"));
  }

  @Test
  void namesClustersAsThePatternSays() throws SourceException, IOException {
    for (int each = 0; each < 5; each++) {
      var _ = write("logs/prod-%d/pg.log".formatted(each), Logs.stderr(3));
    }
    var options =
        new IngestOptions(
            new ClusterNames(null, Pattern.compile("/(prod-\\d+)/")),
            ReadOptions.AUTO,
            AT_ONCE,
            64 << 20);

    var _ =
        LogIngest.read(
            List.of(folder.resolve("logs")), archive(), options, LogIngest.Progress.NONE);

    assertEquals(5, value("SELECT count(DISTINCT cluster) AS n FROM runs"));
    try (var files = Files.walk(archive().resolve("runs"))) {
      assertEquals(1, files.filter(Files::isRegularFile).count(), "a file a day, not a cluster");
    }
  }

  @Test
  void tellsWhatIsNoLogAndReadsTheRest() throws SourceException, IOException {
    var log = write("db1/postgresql.log", Logs.stderr(3));
    var other = write("db1/notes.txt", "Milk, bread and butter.\n".repeat(20));

    var tally = ingest(AT_ONCE, log, other, folder.resolve("db1/none.log"));

    assertEquals(3, tally.count(Count.RUNS));
    assertEquals(2, tally.problems().size());
    assertTrue(
        tally.problems().getFirst().contains("notes.txt is no log"), tally.problems().toString());
    assertThrows(SourceException.class, () -> ingest(AT_ONCE, other));
  }

  @Test
  void doublesNoRowWhereTheFilesThatTellOfReadLogsAreDamaged() throws SourceException, IOException {
    for (var isRenamed : List.of(false, true)) {
      var cluster = isRenamed ? "renamed" : "same";
      var text = write(cluster + "/postgresql.log", Logs.stderr(100, 160));
      var csv = write(cluster + "/postgresql.csv", Logs.csv(40));
      var _ = ingest(AT_ONCE, text, csv);
      emptyFiles("coverage");
      var later = isRenamed ? cluster + "/old.log" : cluster + "/postgresql.log";
      var laterCsv = isRenamed ? cluster + "/old.csv" : cluster + "/postgresql.csv";
      Files.delete(text);
      Files.delete(csv);
      var logs = new Path[] {write(later, Logs.stderr(100, 170)), write(laterCsv, Logs.csv(45))};

      var tally = ingest(AT_ONCE, logs);

      assertEquals(15, tally.count(Count.RUNS), cluster);
      assertEquals(100, tally.count(Count.KNOWN), cluster);
      assertTrue(tally.damaged().getFirst().contains("left out"), tally.damaged().toString());
      assertEquals(0, ingest(AT_ONCE, logs).count(Count.RUNS), cluster);
      assertEquals(
          115, value("SELECT count(*) AS n FROM runs WHERE cluster = '%s'".formatted(cluster)));
    }
  }

  @Test
  void readsLogsOnThoughRowsInTheArchiveAreDamaged() throws SourceException, IOException {
    var csv = write("db1/postgresql.csv", Logs.csv(40));
    var _ = ingest(AT_ONCE, csv);
    emptyFiles("runs");
    var _ = write("db1/postgresql.csv", Logs.csv(45));

    assertEquals(45, ingest(AT_ONCE, csv).count(Count.RUNS));
    assertEquals(45, count("runs"));
  }

  /// What is left of files where the machine crashed before their content was on the disk.
  private void emptyFiles(String dataset) throws IOException {
    try (var files = Files.walk(archive().resolve(dataset))) {
      for (var file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        Files.write(file, new byte[0]);
      }
    }
  }

  /// Writes a file little by little, and reads it after each piece.
  private void grow(String name, byte[] whole, int pieces) throws SourceException, IOException {
    var random = new Random(whole.length);
    var cuts = random.ints(pieces, 1, whole.length).sorted().toArray();
    var log = folder.resolve(name);
    Files.createDirectories(log.getParent());
    for (int cut : cuts) {
      Files.write(log, Arrays.copyOf(whole, cut));
      try {
        var _ = ingest(NEVER, log);
      } catch (SourceException tooLittle) {
        assertTrue(
            tooLittle.explanation().contains("is no log of PostgreSQL"), tooLittle.explanation());
      }
    }
    Files.write(log, whole);
    var _ = ingest(AT_ONCE, log);
  }

  private void assertSameAsWhole(String name, byte[] whole) throws SourceException, IOException {
    var log = folder.resolve("whole").resolve(name);
    Files.createDirectories(log.getParent());
    Files.write(log, whole);
    var options = new IngestOptions(ClusterNames.BY_FOLDER, ReadOptions.AUTO, AT_ONCE, 64 << 20);
    var _ = LogIngest.read(List.of(log), folder.resolve("once"), options, LogIngest.Progress.NONE);
    for (var dataset : List.of("runs", "notices")) {
      assertEquals(rows(folder.resolve("once"), dataset), rows(archive(), dataset));
    }
    assertTrue(count("runs") > 0, "nothing was read");
  }

  @Test
  void readsAgainWhatADamagedFileHeld() throws Exception {
    var log = write("db1/postgresql.log", Logs.stderr(100));
    var _ = ingest(AT_ONCE, log);
    try (var files = Files.walk(archive().resolve("runs"))) {
      Files.delete(files.filter(Files::isRegularFile).findFirst().orElseThrow());
    }
    assertEquals(0, count("runs"));
    assertEquals(1, ingest(AT_ONCE, log).count(Count.UNCHANGED));

    var _ = again(log);
    var _ = again(log);

    assertEquals(100, count("runs"));
  }

  /// All rows, without what tells the files apart.
  private static List<String> rows(Path archive, String dataset) throws SourceException {
    try (var opened = Archive.open(archive, Archive.Span.ALL)) {
      return opened
          .query(
              "SELECT to_json(t) AS j FROM (SELECT * EXCLUDE (file, source_id, entry_checksum) FROM %s) t ORDER BY line, j"
                  .formatted(dataset),
              List.of())
          .stream()
          .map(row -> row.text("j").orElseThrow())
          .toList();
    }
  }

  private IngestTally ingest(Duration settled, Path... logs) throws SourceException {
    return LogIngest.read(
        List.of(logs),
        archive(),
        new IngestOptions(ClusterNames.BY_FOLDER, ReadOptions.AUTO, settled, 64 << 20),
        LogIngest.Progress.NONE);
  }

  /// Reads logs as if none of them had been read before.
  private IngestTally again(Path... logs) throws SourceException {
    return LogIngest.read(
        List.of(logs),
        archive(),
        new IngestOptions(ClusterNames.BY_FOLDER, ReadOptions.AUTO, AT_ONCE, 64 << 20)
            .with(true, OptionalInt.empty()),
        LogIngest.Progress.NONE);
  }

  private Path archive() {
    return folder.resolve("archive");
  }

  private long count(String dataset) throws SourceException {
    return value("SELECT count(*) AS n FROM " + dataset);
  }

  private long value(String query) throws SourceException {
    try (var archive = Archive.open(archive(), Archive.Span.ALL)) {
      return archive.query(query, List.of()).getFirst().count("n").orElseThrow();
    }
  }

  private Path write(String name, String text) throws IOException {
    var file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }
}
