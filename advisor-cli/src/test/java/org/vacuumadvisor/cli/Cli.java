package org.vacuumadvisor.cli;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.vacuumadvisor.cli.output.Terminal;

/// One run of the program in this JVM: what it printed, and its status.
public record Cli(int status, String output, String error) {
  private static final Terminal PIPE = Terminal.none();

  public static Cli run(String... arguments) {
    return run(PIPE, arguments);
  }

  public static Cli run(Terminal terminal, String... arguments) {
    var output = new ByteArrayOutputStream();
    var error = new ByteArrayOutputStream();
    var status = VacuumAdvisor.run(List.of(arguments), output, error, terminal);
    return new Cli(
        status, output.toString(StandardCharsets.UTF_8), error.toString(StandardCharsets.UTF_8));
  }
}
