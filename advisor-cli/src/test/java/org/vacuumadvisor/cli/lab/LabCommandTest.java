package org.vacuumadvisor.cli.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.vacuumadvisor.cli.Cli;
import org.vacuumadvisor.cli.Listening;
import org.vacuumadvisor.cli.VacuumAdvisor;
import org.vacuumadvisor.cli.output.Terminal;
import org.vacuumadvisor.cli.program.ExitStatus;

@Timeout(300)
class LabCommandTest {
  @Test
  void cleansUpWhenItIsStopped() throws Exception {
    var running = new CountDownLatch(1);
    var error = new Listening("Looking at the defaults at work", running);
    var output = new ByteArrayOutputStream();
    var lab =
        Thread.ofPlatform()
            .start(() ->
                VacuumAdvisor.run(
                    List.of("lab", "queue-churn", "--minutes", "10"),
                    output,
                    error,
                    Terminal.none()));
    running.await();

    lab.interrupt();

    assertTrue(lab.join(Duration.ofMinutes(1)));
    assertEquals("", output.toString(StandardCharsets.UTF_8));
    assertTrue(error.toString().contains("Stopped."), error.toString());
    assertFalse(error.toString().contains("\tat "), error.toString());
  }

  @Test
  void refusesWhatItCannotDo() {
    isRefused("There is no experiment \"churn\"; there are queue-churn", "churn");
    isRefused(
        "There is no arm \"article\"; there are default, advised.",
        "insert-only",
        "--arms",
        "default,article");
    isRefused("PostgreSQL 8 is not a known release", "queue-churn", "--server-version", "8");
    isRefused("--rounds is 1 to 100", "queue-churn", "--rounds", "0");
    isRefused("--clients is 1 to 1000", "queue-churn", "--clients", "1001");
    isRefused("--minutes is 0.05 to 1440", "queue-churn", "--minutes", "0.01");
    isRefused("--minutes is 0.05 to 1440", "queue-churn", "--minutes", "NaN");
    isRefused("--format sql is none of text,", "queue-churn", "--format", "sql");
    isRefused("Which experiment? There are promises, rivals, queue-churn");
  }

  @Test
  void refusesPromisesThatItCannotFollow() {
    isRefused(
        "There is no workload \"mine\"; there are audit-log", "promises", "--workload", "mine");
    isRefused("The workload gone.sql cannot be read", "promises", "--workload", "gone.sql");
    isRefused("begins with 13, and 12 is older", "promises", "--server-version", "12");
    isRefused("twice the sample", "promises", "--sample", "30s", "--follow", "30s");
    isRefused("--at-once is 1 to 64", "promises", "--at-once", "0");
    isRefused("--format csv is none of text,", "promises", "--format", "csv");
  }

  @Test
  void refusesRivalsThatThereAreNot() {
    isRefused("--against mine is none of nobody, article,", "rivals", "--against", "mine");
    isRefused("There is no workload \"mine\"", "rivals", "--workload", "mine");
    isRefused("--format sql is none of text,", "rivals", "--format", "sql");
  }

  private static void isRefused(String sentence, String... arguments) {
    var all = new String[arguments.length + 1];
    all[0] = "lab";
    System.arraycopy(arguments, 0, all, 1, arguments.length);

    var run = Cli.run(all);

    assertEquals(ExitStatus.USAGE, run.status(), run.error());
    assertTrue(run.error().contains(sentence), run.error());
  }
}
