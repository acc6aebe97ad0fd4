package org.vacuumadvisor.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.ingest.LogIngest;
import org.vacuumadvisor.source.SourceException;

/// What becomes of an archive when a job is ended in its midst.
class KilledJobTest {
  private static final int CLUSTERS = 8;

  @TempDir private Path folder;

  @Test
  @Timeout(240)
  void aKilledJobLeavesWholeClustersAndTheNextOneTakesTheRest()
      throws SourceException, IOException, InterruptedException {
    for (int cluster = 0; cluster < CLUSTERS; cluster++) {
      Logs.write(
          folder.resolve("logs/c%d/postgresql.log".formatted(cluster)),
          Logs.of(Logs.Form.STDERR, 150, cluster));
    }
    var logs = folder.resolve("logs");
    var once = folder.resolve("once");
    var options = JobProcess.options(logs, once).reading();
    var _ = LogIngest.read(List.of(logs), once, options, LogIngest.Progress.NONE);

    // While files are written before the first commit; and after some clusters are there.
    killed(1, 0);
    killed(1, 2);

    var left = clusters();
    assertTrue(left.size() >= 2 && left.size() < CLUSTERS, left + " of " + CLUSTERS);
    for (var cluster : left) {
      assertEquals(runs(once, cluster), runs(archive(), cluster), "half of " + cluster);
    }
    var _ = LogJob.run(Sessions.session(), JobProcess.options(logs, archive()));
    for (var dataset : List.of("runs", "notices")) {
      assertEquals(List.of(), Sessions.except(once, archive(), dataset));
      assertEquals(List.of(), Sessions.except(archive(), once, dataset));
    }
    assertEquals(0, waiting(), "what the killed job had begun is still there");
  }

  /// Lets a job run until so many files of rows wait for their commit, and so many commits are
  /// made.
  private void killed(int waiting, int commits) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(command())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("told").toFile())
            .start();
    while (process.isAlive() && (commits() < commits || waiting() < waiting)) {
      Thread.sleep(5);
    }
    var told = Files.readString(folder.resolve("told"));
    assertTrue(process.isAlive(), "it had ended: " + told);
    process.toHandle().destroyForcibly();
    var _ = process.waitFor();
  }

  private long waiting() throws IOException {
    return files(archive().resolve(".new"));
  }

  private long commits() throws IOException {
    return files(archive().resolve("coverage"));
  }

  private static long files(Path in) throws IOException {
    if (!Files.isDirectory(in)) {
      return 0;
    }
    try (var all = Files.walk(in)) {
      return all.filter(each -> each.toString().endsWith(".parquet")).count();
    } catch (UncheckedIOException movedMeanwhile) {
      return 0;
    }
  }

  private List<String> command() {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-Djava.io.tmpdir=" + folder,
            "-cp",
            System.getProperty("java.class.path"),
            JobProcess.class.getName(),
            folder.resolve("logs").toString(),
            archive().toString()));
    return command;
  }

  private List<String> clusters() throws SourceException {
    try (var archive = Archive.open(archive(), Archive.Span.ALL)) {
      return archive.query("SELECT DISTINCT cluster FROM runs ORDER BY cluster", List.of()).stream()
          .map(row -> row.text("cluster").orElseThrow())
          .toList();
    }
  }

  private static long runs(Path folder, String cluster) throws SourceException {
    try (var archive = Archive.open(folder, Archive.Span.ALL)) {
      return archive
          .query("SELECT count(*) AS n FROM runs WHERE cluster = ?", List.of(cluster))
          .getFirst()
          .count("n")
          .orElseThrow();
    }
  }

  private Path archive() {
    return folder.resolve("archive");
  }
}
