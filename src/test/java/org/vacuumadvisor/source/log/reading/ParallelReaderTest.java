package org.vacuumadvisor.source.log.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.ReadOptions;

/// However a log is cut, and however many threads read it, it says the same.
///
/// `-Dvacuumadvisor.parallel.rounds=1000` tries more cuts, `-Dvacuumadvisor.parallel.seed=N`
/// others.
class ParallelReaderTest {
  private static final int ROUNDS = Integer.getInteger("vacuumadvisor.parallel.rounds", 40);
  private static final long SEED = Long.getLong("vacuumadvisor.parallel.seed", 20261121);
  private static final ParallelReader ALONE = new ParallelReader(1, 1, Long.MAX_VALUE);
  private static final int LEARNED = 64 << 10;
  private static final Path CASES =
      Path.of("..", "src", "test", "resources", "org", "vacuumadvisor", "source", "log", "corpus");

  @TempDir private Path directory;

  /// What was handed over, and what the inputs were taken for.
  private record Reading(
      List<Recorded.Message> messages, List<String> lines, List<String> detections) {}

  @Test
  void cutsDoNotShow() throws IOException, SourceException {
    var pieces = logs();
    for (int round = 0; round < ROUNDS; round++) {
      long seed = SEED + round;
      var random = new Random(seed);
      var file = directory.resolve("log");
      Files.write(file, log(pieces, random));
      var sources = List.of(LogSource.file(new Input(0, "log"), file));
      long piece = 300L + random.nextInt(40_000);

      assertEquals(
          read(ALONE, sources),
          read(new ParallelReader(3, piece, 0), sources),
          () -> "seed " + seed);
    }
  }

  @Test
  void filesOfAnyKindStayInTheirOrder() throws IOException, SourceException {
    var pieces = logs();
    for (int round = 0; round < ROUNDS / 4; round++) {
      long seed = SEED + round;
      var random = new Random(seed);
      var sources = new ArrayList<LogSource>();
      for (int number = 0; number < 5; number++) {
        var file = directory.resolve("log" + number);
        byte[] log = random.nextInt(4) == 0 ? new byte[0] : log(pieces, random);
        Files.write(file, random.nextBoolean() ? log : gzip(log));
        sources.add(LogSource.file(new Input(number, "log" + number), file));
      }

      assertEquals(
          read(ALONE, sources),
          read(new ParallelReader(2, 9_000, 0), sources),
          () -> "seed " + seed);
    }
  }

  @Test
  void whatStandsBeforeAMissingFileIsRead() throws IOException {
    var file = directory.resolve("log");
    Files.write(file, log(logs(), new Random(SEED)));
    var sources =
        List.of(
            LogSource.file(new Input(0, "log"), file),
            LogSource.file(new Input(1, "none"), directory.resolve("none")));
    var recorded = new Recorded();

    var failure =
        assertThrows(
            SourceException.class,
            () ->
                new ParallelReader(2, 9_000, 0)
                    .read(sources, ReadOptions.AUTO, recorded, Progress.NONE, Long.MAX_VALUE));

    assertEquals("There is no file none. Check its name and the directory.", failure.getMessage());
    assertTrue(recorded.messages().size() > 10);
  }

  @Test
  void aRangeOfAFileIsReadAsIfItWereAll() throws IOException, SourceException {
    byte[] log = log(logs(), new Random(SEED));
    var file = directory.resolve("log");
    var input = new Input(0, "log");
    for (int from : new int[] {0, 1_000, 70_000}) {
      int to = log.length - from / 2 - 1;
      Files.write(file, Arrays.copyOfRange(log, from, to));
      var alone = read(ALONE, List.of(LogSource.file(input, file)));
      Files.write(file, log);
      var part = List.of(LogSource.part(input, file, from, to));

      assertEquals(alone, read(ALONE, part));
      assertEquals(alone, read(new ParallelReader(2, 7_000, 0), part));
    }
  }

  @Test
  void aSinkThatFailsEndsTheReading() throws IOException {
    var file = directory.resolve("log");
    Files.write(file, log(logs(), new Random(SEED)));
    var sources = List.of(LogSource.file(new Input(0, "log"), file));
    EntrySink full =
        new EntrySink() {
          @Override
          public void input(Input next) {}

          @Override
          public void entry(Entry entry) {
            throw new IllegalStateException("the disk is full");
          }

          @Override
          public void line(byte[] bytes, int from, int to, long line) {}

          @Override
          public void end() {}
        };
    var reader = new LogReader(ReadOptions.AUTO, new ParallelReader(2, 500, 0));

    assertThrows(IllegalStateException.class, () -> reader.read(sources, full, Progress.NONE));
  }

  private static Reading read(ParallelReader parallel, List<LogSource> sources)
      throws SourceException {
    var recorded = new Recorded();
    var detections =
        new LogReader(ReadOptions.AUTO, parallel)
            .read(sources, recorded, Progress.NONE).stream()
                .map(each ->
                    String.join(
                        " ",
                        each.input().name(),
                        String.valueOf(each.contents()),
                        Long.toString(each.bytes()),
                        Long.toString(each.lines()),
                        String.valueOf(each.prefix()),
                        each.sightings().stream()
                            .map(seen -> seen.layer().name())
                            .toList()
                            .toString()))
                .toList();
    return new Reading(recorded.messages(), recorded.lines(), detections);
  }

  /// Logs with a prefix most of the time, so long that they are cut; in some a wrapper, an open
  /// quote or a very long line comes when nobody expects it.
  static byte[] log(List<byte[]> pieces, Random random) {
    var log = new ByteArrayOutputStream();
    boolean isMixed = random.nextInt(4) == 0;
    byte[] main = pieces.get(random.nextInt(pieces.size()));
    while (log.size() < LEARNED + 60_000) {
      log.writeBytes(isMixed ? pieces.get(random.nextInt(pieces.size())) : main);
    }
    if (random.nextInt(3) == 0) {
      byte[] other = pieces.get(random.nextInt(pieces.size()));
      Wrapper[] wrappers = Wrapper.values();
      log.writeBytes(
          wrappers[random.nextInt(wrappers.length)].around(
              new String(other, StandardCharsets.UTF_8)));
    }
    if (random.nextInt(8) == 0) {
      log.writeBytes(("\"" + "x".repeat(1_500_000) + "\n").getBytes(StandardCharsets.UTF_8));
    }
    for (int more = 0; more < 20; more++) {
      log.writeBytes(pieces.get(random.nextInt(pieces.size())));
    }
    return log.toByteArray();
  }

  static List<byte[]> logs() throws IOException {
    var logs = new ArrayList<byte[]>();
    try (var files = Files.walk(CASES.resolve("cases"))) {
      for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
        byte[] bytes = Files.readAllBytes(file);
        if (bytes.length > 0 && bytes.length < 40_000) {
          logs.add(bytes);
        }
      }
    }
    return logs;
  }

  static byte[] gzip(byte[] bytes) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }
}
