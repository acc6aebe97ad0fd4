package org.vacuumadvisor.cli.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.cli.program.ProgramVersion;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Opens the window, in a process of its own: the command line knows no toolkit.
@Command(
    name = "gui",
    exitCodeList = {
      " 0:the window was closed",
      " 3:no window: it is not installed, a file is missing, or there is no display"
    })
public final class GuiCommand implements Callable<Integer> {
  private static final Path JAR =
      Path.of("advisor-gui", "target", "advisor-gui-%s.jar".formatted(ProgramVersion.number()));
  private static final String PACKAGE = "vacuum-advisor-window";
  private static final String PACKAGED = "vacuumadvisor.packaged";

  @Parameters(arity = "0..*", paramLabel = "FILE", descriptionKey = "FILE")
  private List<Path> files = List.of();

  @Override
  public Integer call() throws SourceException {
    for (var file : files) {
      if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
        throw new SourceException(
            "There is no file %s that can be read: the window opens logs."
                .formatted(TerminalText.escaped(file.toString())));
      }
    }
    var opened = files.stream().map(each -> each.toAbsolutePath().toString()).toList();
    var java = Path.of(System.getProperty("java.home"));
    return Boolean.getBoolean(PACKAGED) ? packaged(opened) : built(java, opened);
  }

  private static int built(Path java, List<String> opened) throws SourceException {
    var jar = home().resolve(JAR);
    if (!Files.isReadable(jar)) {
      throw new SourceException(
          "There is no window here (%s). Install %s, or in a clone: mvn -DskipTests package"
              .formatted(jar, PACKAGE));
    }
    var command =
        Stream.concat(
                Stream.of(
                    java.resolve("bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-Xmx512m",
                    "-XX:-UsePerfData",
                    "-Xlog:disable",
                    "-Xlog:all=error,aot*=off:stderr",
                    "--enable-native-access=ALL-UNNAMED",
                    "-jar",
                    jar.toString()),
                opened.stream())
            .toList();
    return awaited(() -> new WindowCache(jar, java).run(command));
  }

  /// The window's package lies beside ours.
  private static int packaged(List<String> opened) throws SourceException {
    var program = home().resolveSibling(PACKAGE).resolve("bin", PACKAGE);
    if (!Files.isExecutable(program)) {
      throw new SourceException(
          "The window is a package of its own, and not installed: there is no %s. Install %s."
              .formatted(program, PACKAGE));
    }
    var command = Stream.concat(Stream.of(program.toString()), opened.stream()).toList();
    return awaited(() -> new ProcessBuilder(command).inheritIO().start().waitFor());
  }

  /// Something that runs a process and waits for it.
  @FunctionalInterface
  private interface Start {
    int run() throws IOException, InterruptedException;
  }

  private static int awaited(Start start) throws SourceException {
    try {
      return start.run();
    } catch (IOException failure) {
      throw new SourceException("The window cannot be started: " + failure.getMessage(), failure);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return ExitStatus.FINE;
    }
  }

  /// The folder that the launcher is in; without a launcher it is the working directory.
  private static Path home() {
    return Path.of(System.getProperty("vacuumadvisor.home", "")).toAbsolutePath();
  }
}
