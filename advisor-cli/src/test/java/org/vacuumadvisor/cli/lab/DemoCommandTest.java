package org.vacuumadvisor.cli.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.vacuumadvisor.cli.Cli;
import org.vacuumadvisor.cli.Listening;
import org.vacuumadvisor.cli.VacuumAdvisor;
import org.vacuumadvisor.cli.output.Terminal;
import org.vacuumadvisor.cli.program.ExitStatus;

@Timeout(300)
class DemoCommandTest {
  @Test
  void showsTheFourWorkloadsAndFindsWhatWasForgotten() throws Exception {
    assumeTrue(File.separatorChar == '/');

    var run = Cli.run("demo", "--duration", "70s", "-v");

    assertEquals(ExitStatus.FINE, run.status(), run.error());
    assertTrue(run.output().contains("xmin-held-by-transaction"), run.output());
    assertTrue(run.output().contains("nightly-report"), run.output());
    assertTrue(run.output().contains("xmin-held-by-slot"), run.output());
    assertTrue(run.output().contains("old_subscriber"), run.output());
    for (var workload : List.of("queue-churn", "tpc-c", "insert-only", "read-heavy")) {
      assertTrue(
          Pattern.compile("(?m)^ +" + workload + " +[0-9,]+ ").matcher(run.error()).find(),
          run.error());
    }
  }

  @Test
  void cleansUpWhenItIsStopped() throws Exception {
    var running = new CountDownLatch(1);
    var error = new Listening("Surveying the server", running);
    var output = new ByteArrayOutputStream();
    var demo =
        Thread.ofPlatform()
            .start(() ->
                VacuumAdvisor.run(
                    List.of("demo", "--duration", "10m"), output, error, Terminal.none()));
    running.await();

    demo.interrupt();

    assertTrue(demo.join(Duration.ofMinutes(1)));
    assertEquals("", output.toString(StandardCharsets.UTF_8));
    assertTrue(error.toString().contains("Stopped."), error.toString());
    assertFalse(error.toString().contains("\tat "), error.toString());
  }

  @Test
  void refusesADurationThatShowsNothing() {
    var run = Cli.run("demo", "--duration", "1s");

    assertEquals(ExitStatus.USAGE, run.status());
    assertTrue(run.error().contains("--duration is 4s to 1h"), run.error());
  }
}
