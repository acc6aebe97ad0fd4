package org.vacuumadvisor.cli.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.cli.Cli;
import org.vacuumadvisor.cli.program.ExitStatus;

class IngestCommandTest {
  private static final String LOG =
      """
      2026-11-20 10:00:00.000 UTC [4000] LOG:  automatic vacuum of table "shop.public.orders": index scans: 0
      \tpages: 0 removed, 100 remain, 100 scanned (100.00% of total)
      \ttuples: 10 removed, 5000 remain, 0 are dead but not yet removable
      \tsystem usage: CPU: user: 0.01 s, system: 0.00 s, elapsed: 0.25 s
      """;

  @TempDir private Path folder;

  @Test
  void saysWhatItAddedAndAddsItOnce() throws IOException {
    var log = Files.writeString(folder.resolve("a.log"), LOG.repeat(3));
    Files.setLastModifiedTime(log, FileTime.from(Instant.parse("2026-11-20T11:00:00Z")));

    var first = ingest(log);
    var second = ingest(log);

    assertEquals(ExitStatus.FINE, first.status(), first.error());
    assertTrue(first.output().startsWith("3 runs and 0 notices of 1 log"), first.output());
    assertTrue(second.output().startsWith("Nothing new in 1 log:"), second.output());
  }

  @Test
  void readsTheRestWhereOneLogIsMissing() throws IOException {
    var log = Files.writeString(folder.resolve("a.log"), LOG);
    var run =
        Cli.run(
            "ingest", log.toString(), folder.resolve("b.log").toString(), "--archive", archive());

    assertEquals(ExitStatus.NO_INPUT, run.status());
    assertTrue(run.error().contains("b.log cannot be read"), run.error());
    assertTrue(Files.isDirectory(folder.resolve("archive")));
  }

  @Test
  void refusesAPatternThatIsNone() {
    var run = Cli.run("ingest", "a.log", "--archive", archive(), "--cluster-from", "([");

    assertEquals(ExitStatus.USAGE, run.status());
    assertTrue(run.error().contains("'([' is no regular expression"), run.error());
    assertFalse(run.error().contains("Exception"), run.error());
  }

  @Test
  void wantsAnArchive() {
    assertEquals(ExitStatus.USAGE, Cli.run("ingest", "a.log").status());
  }

  private Cli ingest(Path log) {
    return Cli.run("ingest", log.toString(), "--archive", archive());
  }

  private String archive() {
    return folder.resolve("archive").toString();
  }
}
