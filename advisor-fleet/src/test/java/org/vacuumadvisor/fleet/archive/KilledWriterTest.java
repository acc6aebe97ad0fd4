package org.vacuumadvisor.fleet.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.source.SourceException;

/// What becomes of an archive whose writer is ended, or stopped by a full disk.
class KilledWriterTest {
  private static final int ROUNDS = 6;

  @TempDir private Path folder;

  @Test
  @Timeout(240)
  void losesAndDoublesNothingWhenKilledAtAnyMoment()
      throws IOException, InterruptedException, SourceException {
    var random = new Random(20261122);
    var archive = folder.resolve("archive");
    long acknowledged = 0;
    for (int round = 0; round < ROUNDS; round++) {
      acknowledged =
          Math.max(acknowledged, killed(archive, 1 + random.nextInt(9), random.nextInt(25)));

      var numbers = Rows.numbers(archive);
      assertEquals(LongStream.range(0, numbers.size()).boxed().toList(), numbers);
      assertEquals(0, numbers.size() % EndlessWriter.BATCH, "half a batch counts");
      assertTrue(numbers.size() >= acknowledged, numbers.size() + " of " + acknowledged);
    }
    assertTrue(acknowledged > 0, "nothing was written");
    try (var _ = ArchiveWriter.open(archive)) {
      assertEquals(Rows.numbers(archive).size(), rowsInAllFiles(archive));
    }
  }

  @Test
  @Timeout(60)
  void saysThatTheDiskIsFullAndKeepsWhatWasAcknowledged()
      throws IOException, InterruptedException, SourceException {
    var archive = folder.resolve("archive");
    var temporary = Files.createDirectories(folder.resolve("tmp"));
    var process =
        new ProcessBuilder(command(LargeWriter.class, archive, temporary))
            .redirectErrorStream(true)
            .start();
    String told;
    try (var lines = process.inputReader(StandardCharsets.UTF_8);
        var go = process.outputWriter(StandardCharsets.UTF_8)) {
      assertEquals("acknowledged", lines.readLine());
      assumeTrue(limitFiles(process.pid()), "prlimit, which makes the disk seem full, is missing");
      go.write('\n');
      go.flush();
      told = lines.lines().collect(Collectors.joining("\n"));
    }
    var _ = process.waitFor();

    assertTrue(told.contains("Cannot write to the archive"), told);
    assertTrue(told.contains("What was acknowledged before is kept whole."), told);
    assertEquals(LongStream.range(0, 10).boxed().toList(), Rows.numbers(archive));
  }

  /// Lets a process write no file of more than some kilobytes: as on a full disk, a write fails in
  /// its midst.
  private static boolean limitFiles(long pid) throws InterruptedException {
    try {
      return new ProcessBuilder("prlimit", "--pid=" + pid, "--fsize=6000").start().waitFor() == 0;
    } catch (IOException none) {
      return false;
    }
  }

  /// Lets a writer write, and ends it after so many batches and milliseconds.
  private long killed(Path archive, int batches, int millis)
      throws IOException, InterruptedException {
    var temporary = Files.createDirectories(folder.resolve("tmp"));
    var process =
        new ProcessBuilder(command(EndlessWriter.class, archive, temporary))
            .redirectErrorStream(true)
            .start();
    long acknowledged = 0;
    var other = new StringBuilder();
    try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (int batch = 0; batch < batches; batch++) {
        var line = lines.readLine();
        if (line == null) {
          break;
        }
        if (line.matches("\\d+")) {
          acknowledged = Long.parseLong(line);
        } else {
          other.append(line).append('\n');
        }
      }
      assertEquals("", other.toString());
      Thread.sleep(millis);
      var _ = process.toHandle().destroyForcibly();
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        acknowledged = line.matches("\\d+") ? Long.parseLong(line) : acknowledged;
      }
    }
    var _ = process.waitFor();
    return acknowledged;
  }

  private static List<String> command(Class<?> program, Path archive, Path temporary) {
    var command = new ArrayList<String>();
    command.add(java());
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-Djava.io.tmpdir=" + temporary,
            "-cp",
            System.getProperty("java.class.path"),
            program.getName(),
            archive.toString()));
    return command;
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /// As somebody counts who does not know the manifest.
  private long rowsInAllFiles(Path archive) throws SourceException {
    try (var duck = Duck.open()) {
      return duck.query(
              "SELECT count(*) AS n FROM read_parquet(%s)"
                  .formatted(Duck.literal(archive + "/runs/*/*.parquet")),
              List.of())
          .getFirst()
          .count("n")
          .orElseThrow();
    } catch (java.sql.SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }
}
