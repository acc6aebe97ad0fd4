package org.vacuumadvisor.fleet.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.line.ReadOptions;

/// A log that is read while it grows gives the same rows as one that is read at once, wherever it
/// ended when it was read before: within a character, too, or within what was packed. Of plain text
/// [LogIngestTest] shows it. `-Dvacuumadvisor.cuts=100` tries more logs.
class RandomCutsTest {
  private static final int LOGS = Integer.getInteger("vacuumadvisor.cuts", 2);
  private static final int CUTS = 10;
  private static final String ROWS =
      "SELECT concat_ws('|', line, entry_checksum, details) AS row FROM runs ORDER BY ALL";

  @TempDir private Path folder;

  @Test
  void losesAndDoublesNothingWhereALogIsCutWithinACharacter() throws SourceException, IOException {
    var whole = manyByteNames(Logs.stderr(60));
    check("postgresql.log", whole, random -> withinACharacter(whole, random));
  }

  @Test
  void losesAndDoublesNothingWhereACsvLogIsCutWithinACharacter()
      throws SourceException, IOException {
    var whole = manyByteNames(Logs.csv(60));
    check("postgresql.csv", whole, random -> withinACharacter(whole, random));
  }

  @Test
  void losesAndDoublesNothingWhereverACompressedLogIsCut() throws SourceException, IOException {
    var packed = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(packed)) {
      out.write(manyByteNames(Logs.stderr(60)));
    }
    var whole = packed.toByteArray();
    check("postgresql.log.gz", whole, random -> random.nextInt(whole.length));
  }

  /// Names of two, three and four bytes a character.
  private static byte[] manyByteNames(String log) {
    return log.replace("public.t", "public.übung€𝄞_").getBytes(StandardCharsets.UTF_8);
  }

  private static int withinACharacter(byte[] of, Random random) {
    int cut = random.nextInt(of.length);
    while (cut < of.length - 1 && (of[cut] & 0xC0) != 0x80) {
      cut++;
    }
    return cut;
  }

  private interface Cut {
    int next(Random random);
  }

  /// Reads a log that was cut at ever later places, and whole at last.
  private void check(String name, byte[] whole, Cut cut) throws SourceException, IOException {
    var log = folder.resolve("db1").resolve(name);
    Files.createDirectories(log.getParent());
    ingest(log, whole, whole.length, folder.resolve("at-once"), Duration.ofDays(-1));
    var expected = rows(folder.resolve("at-once"));
    assertEquals(60, expected.size());
    var random = new Random(7);
    for (int number = 0; number < LOGS; number++) {
      var archive = folder.resolve("cut" + number);
      var cuts = IntStream.generate(() -> cut.next(random)).limit(CUTS).sorted().toArray();
      for (int each : cuts) {
        ingest(log, whole, each, archive, Duration.ofDays(1));
      }
      ingest(log, whole, whole.length, archive, Duration.ofDays(-1));

      assertEquals(expected, rows(archive), () -> "cut at " + Arrays.toString(cuts));
    }
  }

  private static void ingest(Path log, byte[] of, int length, Path archive, Duration settled)
      throws SourceException, IOException {
    Files.write(log, Arrays.copyOf(of, length));
    var options = new IngestOptions(ClusterNames.BY_FOLDER, ReadOptions.AUTO, settled, 256L << 20);
    try {
      var _ = LogIngest.read(List.of(log), archive, options, LogIngest.Progress.NONE);
    } catch (SourceException notYetALog) {
      // A few bytes are no log.
      assertEquals(true, length < 400, notYetALog.explanation());
    }
  }

  private static List<String> rows(Path archive) throws SourceException {
    try (var opened = Archive.open(archive, Archive.Span.ALL)) {
      return opened.query(ROWS, List.of()).stream().map(row -> row.text("row").orElse("")).toList();
    }
  }
}
