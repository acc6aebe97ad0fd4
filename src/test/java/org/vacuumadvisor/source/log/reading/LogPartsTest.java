package org.vacuumadvisor.source.log.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.Detection;
import org.vacuumadvisor.source.log.line.ReadOptions;

/// What several processes find in the parts of a log is what one finds in all of it.
///
/// `-Dvacuumadvisor.parallel.rounds=1000` tries more cuts, `-Dvacuumadvisor.parallel.seed=N`
/// others.
class LogPartsTest {
  private static final int ROUNDS = Integer.getInteger("vacuumadvisor.parallel.rounds", 40);
  private static final long SEED = Long.getLong("vacuumadvisor.parallel.seed", 20261123);
  private static final Input INPUT = new Input(0, "log");

  @TempDir private Path directory;

  @Test
  void cutsDoNotShow() throws IOException, SourceException {
    var logs = ParallelReaderTest.logs();
    int parts = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long seed = SEED + round;
      var random = new Random(seed);
      byte[] log = ParallelReaderTest.log(logs, random);
      var file = directory.resolve("log");
      Files.write(file, random.nextInt(8) == 0 ? ParallelReaderTest.gzip(log) : log);
      var source = LogSource.file(INPUT, file);
      long piece = 300L + random.nextInt(60_000);
      parts += LogParts.count(source, ReadOptions.AUTO, piece);

      assertSameAsAtOnce(source, piece, "seed " + seed);
    }
    assertTrue(parts > 2 * ROUNDS, parts + " parts");
  }

  @Test
  void aRangeOfAFileIsReadAsIfItWereAll() throws IOException, SourceException {
    var log = ParallelReaderTest.log(ParallelReaderTest.logs(), new Random(SEED));
    var file = directory.resolve("log");
    for (int from : new int[] {0, 1_000, 70_000}) {
      int to = log.length - from / 2 - 1;
      Files.write(file, Arrays.copyOfRange(log, from, to));
      var alone = new Recorded();
      var whole = read(LogSource.file(INPUT, file), alone);
      Files.write(file, log);
      var part = LogSource.part(INPUT, file, from, to);

      var recorded = new Recorded();
      assertEquals(whole, read(part, recorded));
      assertEquals(alone.messages(), recorded.messages());
      assertSameAsAtOnce(part, 7_000, "from " + from);
    }
  }

  @Test
  void aLogThatIsMissingIsToldWhereItsPartsArePutTogether() {
    var source = LogSource.file(INPUT, directory.resolve("none"));
    var found = LogParts.read(source, ReadOptions.AUTO, 1_000, 0);

    var failure =
        assertThrows(SourceException.class, () -> LogParts.join(INPUT, found, new Recorded()));

    assertEquals("There is no file log. Check its name and the directory.", failure.getMessage());
  }

  @Test
  void aPartThatIsMissingIsNoticed() throws IOException {
    var file = directory.resolve("log");
    Files.write(file, ParallelReaderTest.log(ParallelReaderTest.logs(), new Random(SEED)));
    var source = LogSource.file(INPUT, file);
    var found = parcels(source, 20_000, 0);
    found.addAll(parcels(source, 20_000, 3));

    assertThrows(
        SourceException.class, () -> LogParts.join(INPUT, found.iterator(), new Recorded()));
  }

  private static void assertSameAsAtOnce(LogSource source, long piece, String which)
      throws SourceException {
    var atOnce = new Recorded();
    var detection = read(source, atOnce);
    var found = new ArrayList<byte[]>();
    int parts = LogParts.count(source, ReadOptions.AUTO, piece);
    for (int part = 0; part < parts; part++) {
      found.addAll(parcels(source, piece, part));
    }
    var joined = new Recorded();

    assertEquals(
        detection, LogParts.join(INPUT, found.iterator(), joined), () -> which + ": detection");
    assertEquals(atOnce.messages(), joined.messages(), which);
    assertEquals(atOnce.lines(), joined.lines(), which);
  }

  private static Detection read(LogSource source, Recorded into) throws SourceException {
    return new LogReader(ReadOptions.AUTO, new ParallelReader(1, 1, Long.MAX_VALUE))
        .read(List.of(source), into, Progress.NONE)
        .getFirst();
  }

  private static List<byte[]> parcels(LogSource source, long piece, int part) {
    var parcels = new ArrayList<byte[]>();
    try (var found = LogParts.read(source, ReadOptions.AUTO, piece, part)) {
      ((Iterator<byte[]>) found).forEachRemaining(parcels::add);
    }
    return parcels;
  }
}
