package org.vacuumadvisor.cli;

import java.io.OutputStream;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.cli.lab.DemoTraining;
import org.vacuumadvisor.cli.output.Terminal;

/// A run that loads what most runs load, for the launcher to fill the JVM's class cache from. What
/// it prints goes nowhere; port 1 of this machine is where no server answers. What a server that is
/// just starting refuses is refused each time, by a database that it does not have: so that the
/// classes are the same whether it was slow or not.
final class Training {
  private static final List<List<String>> COMMAND_LINES =
      List.of(
          List.of("--version"),
          List.of("--help"),
          List.of("advise", "postgresql://nobody@127.0.0.1:1/none?connect_timeout=1"));

  private Training() {}

  public static void main(String[] arguments) {
    var help = VacuumAdvisor.commandNames().map(name -> List.of(name, "--help"));
    Stream.concat(help, COMMAND_LINES.stream()).forEach(Training::run);
    DemoTraining.onServer(server ->
        Stream.of(
                List.of("advise", server),
                List.of("advise", server + "-unknown"),
                List.of("advise", server, "--sample", "1s", "--format", "json"),
                List.of("survey", server, "--all-databases"))
            .forEach(Training::run));
    LogTraining.onLog(log ->
        Stream.of(List.of("logs", log), List.of("logs", log, "--format", "json"))
            .forEach(Training::run));
    PasteTraining.onPaste(paste ->
        Stream.of(List.of("advise", "--paste", paste), List.of("advise", "-v", "--paste", paste))
            .forEach(Training::run));
  }

  private static void run(List<String> commandLine) {
    VacuumAdvisor.run(
        commandLine,
        OutputStream.nullOutputStream(),
        OutputStream.nullOutputStream(),
        Terminal.ofProcess());
  }
}
