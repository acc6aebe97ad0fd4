package org.vacuumadvisor.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine.Command;

/// Opens the window, in a process of its own: the command line knows no toolkit.
@Command(
    name = "gui",
    description = "Open the window, and wait until it is closed.",
    footer = {"", "Example:", "  vacuum-advisor gui"})
final class GuiCommand implements Callable<Integer> {
  private static final Path JAR =
      Path.of("advisor-gui", "target", "advisor-gui-%s.jar".formatted(ProgramVersion.number()));

  @Override
  public Integer call() throws SourceException {
    var jar = Installation.directory().resolve(JAR);
    if (!Files.isReadable(jar)) {
      throw new SourceException(
          "The window is not built: there is no %s. Build it with: mvn -DskipTests package"
              .formatted(jar));
    }
    return run(command(jar));
  }

  /// With a cache of loaded classes, which makes the start twice as fast: the first start, when it
  /// ends, makes one for the next. A JVM that cannot use it starts without.
  static List<String> command(Path jar) {
    var cache = jar.resolveSibling("window.aot");
    var flag = isFresh(cache, jar) ? "-XX:AOTCache=" : "-XX:AOTCacheOutput=";
    return Stream.of(
            Stream.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xlog:disable",
                "-Xlog:all=error:stderr",
                "--enable-native-access=ALL-UNNAMED"),
            Files.isWritable(jar.toAbsolutePath().getParent()) || isFresh(cache, jar)
                ? Stream.of(flag + cache)
                : Stream.<String>empty(),
            Stream.of("-jar", jar.toString()))
        .flatMap(each -> each)
        .toList();
  }

  private static boolean isFresh(Path cache, Path jar) {
    try {
      return Files.getLastModifiedTime(cache).compareTo(Files.getLastModifiedTime(jar)) > 0;
    } catch (IOException _) {
      return false;
    }
  }

  private static int run(List<String> command) throws SourceException {
    try {
      var status = new ProcessBuilder(command).inheritIO().start().waitFor();
      return status;
    } catch (IOException failure) {
      throw new SourceException("The window cannot be started: " + failure.getMessage(), failure);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return ExitStatus.FINE;
    }
  }
}
