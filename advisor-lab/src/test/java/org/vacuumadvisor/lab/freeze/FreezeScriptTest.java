package org.vacuumadvisor.lab.freeze;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.freeze.FreezeOptions;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.report.FreezeScript;
import org.vacuumadvisor.lab.server.Releases;

/// The script of a plan, run by psql.
class FreezeScriptTest {
  private static final long BURNT = 90_000;

  @TempDir private Path folder;

  @Test
  void freezesWhatThePlanSaysAndNothingOfAnotherWindow() throws Exception {
    needsPsql();
    try (var bench = FreezeBench.quiet(Releases.underTest().getLast(), "shop")) {
      bench.run("CREATE TABLE \"it's :window; \\old\" AS SELECT 1 AS id");
      var older = FreezeBench.earlier(bench.survey(), Duration.ofDays(90));
      bench.burn(BURNT);
      var now = bench.survey();
      var plan = FreezePlan.of(now, Optional.of(older), FreezeOptions.usual(now));
      var script = Files.writeString(folder.resolve("freeze.sql"), FreezeScript.of(plan));
      var name = "public.\"it's :window; \\old\"";

      run(bench, script, plan.calendar().size() + 1);
      assertTrue(bench.ages().getOrDefault(name, 0L) >= BURNT);
      run(bench, script, windowOf(plan, name));
      assertTrue(bench.ages().getOrDefault(name, BURNT) < BURNT);
    }
  }

  /// Which window a table comes in depends on the hour of the day.
  private static int windowOf(FreezePlan plan, String table) {
    var windows = plan.calendar();
    return IntStream.range(0, windows.size())
            .filter(at ->
                windows.get(at).steps().stream()
                    .flatMap(each -> each.touches().stream())
                    .anyMatch(each -> each.table().name().sql().equals(table)))
            .findFirst()
            .orElseThrow()
        + 1;
  }

  private static void run(FreezeBench bench, Path script, int window)
      throws IOException, InterruptedException {
    VacuumdbRun.output(
        new ProcessBuilder(
            "psql",
            "-X",
            "-v",
            "window=" + window,
            "-f",
            script.toString(),
            bench.server().uri("postgres")));
  }

  private static void needsPsql() throws InterruptedException {
    try {
      var version = VacuumdbRun.output(new ProcessBuilder("psql", "--version"));
      assumeTrue(Integer.parseInt(version.replaceFirst("(?s)^\\D*(\\d+).*", "$1")) >= 11, version);
    } catch (IOException none) {
      assumeTrue(false, "no psql on this machine: " + none.getMessage());
    }
  }
}
