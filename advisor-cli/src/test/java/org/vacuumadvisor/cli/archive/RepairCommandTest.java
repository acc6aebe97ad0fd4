package org.vacuumadvisor.cli.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.cli.Cli;
import org.vacuumadvisor.cli.program.ExitStatus;

class RepairCommandTest {
  private static final String LOG =
      """
      2026-11-20 10:00:00.000 UTC [4000] LOG:  automatic vacuum of table "shop.public.orders": index scans: 0
      \tpages: 0 removed, 100 remain, 100 scanned (100.00% of total)
      \ttuples: 10 removed, 5000 remain, 700 are dead but not yet removable
      \tremovable cutoff: 7000, which was 3 XIDs old when operation ended
      \tsystem usage: CPU: user: 0.01 s, system: 0.00 s, elapsed: 0.25 s
      """;

  @TempDir private Path folder;

  @Test
  void makesAnArchiveUsableWhoseManifestIsLost() throws IOException {
    var log = Files.writeString(folder.resolve("a.log"), LOG);
    Files.setLastModifiedTime(log, FileTime.from(Instant.parse("2026-11-20T11:00:00Z")));
    var archive = folder.resolve("archive");
    assertEquals(
        ExitStatus.FINE,
        Cli.run("ingest", log.toString(), "--archive", archive.toString()).status());
    try (var manifest = Files.walk(archive.resolve("manifest"))) {
      for (var each : manifest.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
    var lost = Cli.run("history", "--archive", archive.toString(), "--at", "2026-11-20 12:00");
    assertTrue(lost.error().contains("`vacuum-advisor repair`"), lost.error());

    var run = Cli.run("repair", "--archive", archive.toString());

    assertEquals(ExitStatus.FINE, run.status(), run.error());
    assertTrue(run.output().contains("The archive counts 2 files with 2 rows now"), run.output());
    var told = Cli.run("history", "--archive", archive.toString(), "--at", "2026-11-20 12:00");
    assertTrue(told.output().contains("orders"), told.output());
  }

  @Test
  void saysWhereThereIsNothingToRepair() {
    var run = Cli.run("repair", "--archive", folder.toString());

    assertEquals(ExitStatus.NO_INPUT, run.status(), run.output());
    assertTrue(run.error().contains("There is no archive"), run.error());
  }
}
