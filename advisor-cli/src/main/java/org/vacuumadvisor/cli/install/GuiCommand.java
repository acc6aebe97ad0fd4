package org.vacuumadvisor.cli.install;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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

  /// The cache of loaded classes that lets the window open faster. The first window records what it
  /// loads, and the cache is made of that when it has closed. Where it cannot be made, or the JVM
  /// does not take it, the window opens without, and nobody is told.
  static final class WindowCache {
    private final Path jar;
    private final Path java;
    private final Path cache;

    /// A cache for a jar whose libraries are in `lib` beside it, and for the Java in a directory.
    WindowCache(Path jar, Path java) {
      this.jar = jar.toAbsolutePath();
      this.java = java;
      this.cache =
          this.jar.resolveSibling(
              "window-%08x.aot".formatted(Objects.hash(this.jar, java.toAbsolutePath())));
    }

    /// Called after the place of the jar and of the Java: of a copy, the JVM fails where it may not
    /// read the first place. A file beside it, `.of`, names both places for the launcher.
    Path file() {
      return cache;
    }

    /// Whether it is there, and younger than every jar and than the JDK: else the JVM would refuse
    /// it.
    boolean isFresh() {
      try (var libraries = Files.list(jar.resolveSibling("lib"))) {
        var made = Files.getLastModifiedTime(cache);
        for (var each :
            Stream.concat(Stream.of(jar, java.resolve("release")), libraries).toList()) {
          if (Files.getLastModifiedTime(each).compareTo(made) >= 0) {
            return false;
          }
        }
        return true;
      } catch (IOException | UncheckedIOException _) {
        return false;
      }
    }

    /// Opens the window, waits until it is closed, and makes the cache if there is none.
    ///
    /// @return the status the window ended with
    int run(List<String> command) throws IOException, InterruptedException {
      if (isFresh()) {
        return start(command, "-XX:AOTCache=" + cache);
      }
      if (!Files.isWritable(cache.getParent())) {
        return start(command);
      }
      // A JVM could make it by itself at the end of the first, but says so on standard error.
      var folder = Files.createTempDirectory("vacuum-advisor-");
      var recorded = folder.resolve("window.aotconf");
      var made = folder.resolve("window.aot");
      try {
        int status = start(command, "-XX:AOTMode=record", "-XX:AOTConfiguration=" + recorded);
        if (status == ExitStatus.FINE
            && Files.isReadable(recorded)
            && making(command, recorded, made).start().waitFor() == 0) {
          Files.move(made, cache, StandardCopyOption.REPLACE_EXISTING);
          Files.writeString(
              cache.resolveSibling(cache.getFileName() + ".of"), java + " " + jar + "\n");
        }
        return status;
      } finally {
        Files.deleteIfExists(recorded);
        Files.deleteIfExists(made);
        Files.deleteIfExists(folder);
      }
    }

    private static ProcessBuilder making(List<String> command, Path recorded, Path made) {
      return with(
              command,
              "-XX:AOTMode=create",
              "-XX:AOTConfiguration=" + recorded,
              "-XX:AOTCache=" + made)
          .redirectError(ProcessBuilder.Redirect.DISCARD);
    }

    private static int start(List<String> command, String... options)
        throws IOException, InterruptedException {
      return with(command, options)
          .redirectError(ProcessBuilder.Redirect.INHERIT)
          .start()
          .waitFor();
    }

    /// What a JVM says while it records goes to its standard output, where the window says nothing.
    private static ProcessBuilder with(List<String> command, String... options) {
      var words = new ArrayList<>(command);
      words.addAll(1, List.of(options));
      return new ProcessBuilder(words).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    }
  }
}
