package org.vacuumadvisor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class FailuresTest {
  private final StringWriter output = new StringWriter();
  private final StringWriter error = new StringWriter();

  @Test
  void explainsAMissingInputWithoutATrace() {
    var status =
        run(() -> {
          throw new SourceException("There is no server on port 1. Is it running?");
        });

    assertEquals(ExitStatus.NO_INPUT, status);
    assertEquals(
        "vacuum-advisor: There is no server on port 1. Is it running?%n".formatted(),
        error.toString());
  }

  @Test
  void showsTheTraceOfABugAndAsksToReportIt() {
    var status =
        run(() -> {
          throw new IllegalStateException("impossible");
        });

    assertEquals(ExitStatus.BUG, status);
    assertTrue(error.toString().contains("IllegalStateException: impossible"), error.toString());
    assertTrue(error.toString().contains("\tat "), error.toString());
    assertTrue(error.toString().contains("report"), error.toString());
  }

  @Test
  void saysWhatToSetWhereMemoryIsNotEnough() {
    var status =
        run(() -> {
          throw new IllegalStateException(new OutOfMemoryError("Java heap space"));
        });

    assertEquals(ExitStatus.NO_INPUT, status);
    assertTrue(error.toString().contains("VACUUM_ADVISOR_OPTS=-Xmx2g"), error.toString());
    assertFalse(error.toString().contains("bug"), error.toString());
  }

  @Test
  void takesALoneHForHelpWhereHNamesTheHost() {
    var command = new WithHost();

    var status = run(command, "-h");

    assertEquals(ExitStatus.FINE, status);
    assertTrue(output.toString().contains("Usage:"), output.toString());
    assertFalse(command.called);
  }

  @Test
  void takesHForTheHostWhereItHasAValue() {
    var command = new WithHost();

    run(command, "-h", "db1");

    assertEquals("db1", command.host);
    assertTrue(command.called);
  }

  private int run(Callable<Integer> call, String... arguments) {
    return new CommandLine(
            call instanceof WithHost
                ? call
                : CommandLine.Model.CommandSpec.wrapWithoutInspection(call))
        .setOut(new PrintWriter(output, true))
        .setErr(new PrintWriter(error, true))
        .setParameterExceptionHandler((mistake, _) -> Failures.explainUsage(mistake))
        .setExecutionExceptionHandler((failure, failed, _) -> Failures.explain(failure, failed))
        .execute(arguments);
  }

  @Command(name = "with-host")
  private static final class WithHost implements Callable<Integer> {
    @Option(names = {"-h", "--host"})
    private String host = "";

    private boolean called;

    @Override
    public Integer call() {
      called = true;
      return ExitStatus.FINE;
    }
  }
}
