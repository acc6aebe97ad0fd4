package org.vacuumadvisor.cli.install;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.vacuumadvisor.cli.program.ExitStatus;

/// The cache of loaded classes that lets the window open faster. The first window records what it
/// loads, and the cache is made of that when it has closed. Where it cannot be made, or the JVM
/// does not take it, the window opens without, and nobody is told.
final class WindowCache {
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
      for (var each : Stream.concat(Stream.of(jar, java.resolve("release")), libraries).toList()) {
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
    return with(command, options).redirectError(ProcessBuilder.Redirect.INHERIT).start().waitFor();
  }

  /// What a JVM says while it records goes to its standard output, where the window says nothing.
  private static ProcessBuilder with(List<String> command, String... options) {
    var words = new ArrayList<>(command);
    words.addAll(1, List.of(options));
    return new ProcessBuilder(words).redirectOutput(ProcessBuilder.Redirect.DISCARD);
  }
}
