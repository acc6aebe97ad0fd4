package org.vacuumadvisor.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.vacuumadvisor.cli.lab.DemoTraining;
import org.vacuumadvisor.cli.output.Terminal;
import org.vacuumadvisor.unit.Resource;

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

  /// A log long enough to be read by several threads.
  private static final int ROUNDS = 60_000;

  private static final LocalDateTime BEGIN = LocalDateTime.of(2026, 11, 21, 10, 52);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

  private Training() {}

  public static void main(String[] arguments) {
    var help = VacuumAdvisor.commandNames().map(name -> List.of(name, "--help"));
    Stream.concat(help, COMMAND_LINES.stream()).forEach(Training::run);
    DemoTraining.onServer(server ->
        runAll(
            Stream.of(
                List.of("advise", server),
                List.of("advise", server + "-unknown"),
                List.of("advise", server, "--sample", "1s", "--format", "json"),
                List.of("survey", server, "--all-databases"))));
    onFile(
        log(),
        log -> runAll(Stream.of(List.of("logs", log), List.of("logs", log, "--format", "json"))));
    onFile(
        Resource.lines(Training.class, "training-paste.txt").stream(),
        paste ->
            runAll(
                Stream.of(
                    List.of("advise", "--paste", paste),
                    List.of("advise", "-v", "--paste", paste))));
  }

  /// What most lines of a log are, and between them vacuums; of these some with what rules find, as
  /// releases before 14 print it: kept rows, a vacuum that is forced, one that sleeps most of its
  /// time, and what keeps autovacuum from its work.
  private static Stream<String> log() {
    var pieces = Resource.blocks(Training.class, "training-log.txt");
    return IntStream.range(0, ROUNDS)
        .boxed()
        .flatMap(round ->
            Stream.concat(
                    pieces.getFirst().stream(),
                    round % 10 == 0 ? pieces.get(round % 70 == 0 ? 2 : 1).stream() : Stream.of())
                .map(line ->
                    line.replace("{time}", TIME.format(BEGIN.plusSeconds(5L * round)))
                        .replace("{table}", Integer.toString(round / 10 % 50))
                        .replace("{number}", Integer.toString(1_000 + round))));
  }

  /// Something that is done with a file of this name.
  private interface Use {
    void of(String name);
  }

  /// Lends the name of a file. Where none can be written, there is no training on one.
  private static void onFile(Stream<String> lines, Use use) {
    try {
      var file = Files.createTempFile("vacuum-advisor", ".txt");
      try {
        try (var writer = new PrintWriter(Files.newBufferedWriter(file))) {
          lines.forEachOrdered(writer::println);
        }
        use.of(file.toString());
      } finally {
        Files.delete(file);
      }
    } catch (IOException _) {
      return;
    }
  }

  private static void runAll(Stream<List<String>> commandLines) {
    commandLines.forEach(Training::run);
  }

  private static void run(List<String> commandLine) {
    VacuumAdvisor.run(
        commandLine,
        OutputStream.nullOutputStream(),
        OutputStream.nullOutputStream(),
        Terminal.ofProcess());
  }
}
