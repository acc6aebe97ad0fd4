package org.vacuumadvisor.cli.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.cli.Cli;
import org.vacuumadvisor.cli.archive.WatchCommand.WatchReport;
import org.vacuumadvisor.fleet.watch.Look;
import org.vacuumadvisor.fleet.watch.Target;
import org.vacuumadvisor.lab.server.SharedServers;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.saved.SurveyReader;

@ResourceLock("the server of all tests")
class WatchReportTest {
  private static final Duration EVERY = Duration.ofMinutes(1);

  @TempDir private Path folder;

  /// The table that autovacuum is switched off for gains dead rows from look to look.
  @Test
  void tellsTheProblemOfATableOnceHoweverItsFiguresGrow() throws Exception {
    var server = SharedServers.on(Release.V18);
    server.execute(
        "DROP TABLE IF EXISTS watched",
        "CREATE TABLE watched WITH (autovacuum_enabled = off)"
            + " AS SELECT n FROM generate_series(1, 20000) n");
    var written = new StringWriter();
    var report = new WatchReport(new PrintWriter(written), EVERY);

    for (int look = 0; look < 3; look++) {
      server.execute("UPDATE watched SET n = n + 1", "SELECT pg_stat_force_next_flush()");
      report.add(look("look-%d.json".formatted(look)));
    }
    server.execute("DROP TABLE watched");

    var lines = written.toString().lines().toList();
    assertEquals(1, lines.size(), lines::toString);
    assertTrue(lines.getFirst().contains("watched"), lines::toString);
  }

  private Look look(String name) throws Exception {
    var file = folder.resolve(name);
    var uri = SharedServers.on(Release.V18).uri();
    assertEquals(0, Cli.run("survey", uri, "-o", file.toString()).status());
    var survey = SurveyReader.read(file);
    return new Look.Full(
        Target.of(uri), survey.takenAt(), Duration.ofMillis(10), EVERY, Advisor.assess(survey));
  }
}
