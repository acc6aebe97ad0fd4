package org.vacuumadvisor.lab.report;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A browser without a window, if this machine has one.
record Browser(Path program, Path folder) {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");
  private static final int PATIENCE_SECONDS = 90;

  /// Skips the test where there is none.
  static Browser needed(Path folder) {
    var found = NAMES.stream().flatMap(name -> onPath(name).stream()).findFirst();
    assumeTrue(found.isPresent(), "no browser on this machine: " + NAMES);
    return new Browser(found.orElseThrow(), folder);
  }

  private static Optional<Path> onPath(String name) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .filter(each -> !each.isEmpty())
        .map(each -> Path.of(each, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /// The page as the browser has it after everything in it has run, if anything does.
  String dom(Path page) throws IOException, InterruptedException {
    return run("--dump-dom", page.toUri().toString());
  }

  /// The page on paper.
  Path printed(Path page) throws IOException, InterruptedException {
    var paper = folder.resolve("page.pdf");
    var _ = run("--no-pdf-header-footer", "--print-to-pdf=" + paper, page.toUri().toString());
    return paper;
  }

  /// As root it runs only without a sandbox of its own.
  private String run(String... arguments) throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--allow-file-access-from-files",
                "--virtual-time-budget=5000",
                "--user-data-dir=" + folder.resolve("profile")));
    command.addAll(List.of(arguments));
    var output = folder.resolve("browser.out");
    var process =
        new ProcessBuilder(command)
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      assumeTrue(false, "the browser does not end");
    }
    assumeTrue(process.exitValue() == 0, "the browser does not work here");
    return Files.readString(output);
  }
}
