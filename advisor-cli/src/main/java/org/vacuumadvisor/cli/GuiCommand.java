package org.vacuumadvisor.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine.Command;

/// Opens the window, in a process of its own: the command line knows no toolkit.
@Command(
    name = "gui",
    description = "Open the window, and wait until it is closed.",
    footer = {"", "Example:", "  vacuum-advisor gui"})
final class GuiCommand implements Callable<Integer> {
  private static final String MAIN = "org.vacuumadvisor.gui.Main";

  @Override
  public Integer call() throws SourceException {
    var directory = Installation.directory().resolve("advisor-gui").resolve("target");
    var jars = directory.resolve("lib");
    if (!Files.isDirectory(jars)) {
      throw new SourceException(
          "The window is not built: there is no %s. Build it with: mvn -DskipTests package"
              .formatted(jars));
    }
    return run(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "--class-path",
            directory.resolve("*") + File.pathSeparator + jars.resolve("*"),
            MAIN));
  }

  private static int run(List<String> command) throws SourceException {
    try {
      var status = new ProcessBuilder(command).inheritIO().start().waitFor();
      return status == 0 ? ExitStatus.FINE : ExitStatus.BUG;
    } catch (IOException failure) {
      throw new SourceException("The window cannot be started: " + failure.getMessage(), failure);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return ExitStatus.FINE;
    }
  }
}
