package org.vacuumadvisor.cli.install;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
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
  private static final String RECORDING = "recording-";
  private static final String RECORDED = ".aotconf";

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
    sweep();
    var own = RECORDING + ProcessHandle.current().pid();
    var recorded = cache.resolveSibling(own + RECORDED);
    var made = cache.resolveSibling(own + ".aot");
    try {
      var status = start(command, "-XX:AOTMode=record", "-XX:AOTConfiguration=" + recorded);
      if (status == ExitStatus.FINE && Files.isReadable(recorded)) {
        make(command, recorded, made);
      }
      return status;
    } finally {
      Files.deleteIfExists(recorded);
      Files.deleteIfExists(made);
    }
  }

  /// Deletes what was recorded for windows whose process was killed: 30 MB each. Where that cannot
  /// be done, the window opens all the same.
  private void sweep() {
    try (var files = Files.newDirectoryStream(cache.getParent(), RECORDING + "*" + RECORDED)) {
      for (var each : files) {
        var name = each.getFileName().toString();
        var pid = name.substring(RECORDING.length(), name.length() - RECORDED.length());
        boolean isAtWork =
            pid.matches("\\d{1,18}") && ProcessHandle.of(Long.parseLong(pid)).isPresent();
        if (!isAtWork) {
          Files.deleteIfExists(each);
        }
      }
    } catch (IOException | DirectoryIteratorException _) {
      // It is tried again with the next window.
    }
  }

  private void make(List<String> command, Path recorded, Path made)
      throws IOException, InterruptedException {
    var options =
        List.of("-XX:AOTMode=create", "-XX:AOTConfiguration=" + recorded, "-XX:AOTCache=" + made);
    var making =
        new ProcessBuilder(with(command, options))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (making.waitFor() == 0 && Files.isReadable(made)) {
      Files.move(made, cache, StandardCopyOption.REPLACE_EXISTING);
      Files.writeString(cache.resolveSibling(cache.getFileName() + ".of"), java + " " + jar + "\n");
    }
  }

  /// What a JVM says while it records goes to its standard output, where the window says nothing.
  private static int start(List<String> command, String... options)
      throws IOException, InterruptedException {
    return new ProcessBuilder(with(command, List.of(options)))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start()
        .waitFor();
  }

  private static List<String> with(List<String> command, List<String> options) {
    var all = new ArrayList<>(command);
    all.addAll(1, options);
    return all;
  }
}
