package org.vacuumadvisor.fleet.metrics;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.vacuumadvisor.source.FileFailure;
import org.vacuumadvisor.source.SourceException;

/// A file for the textfile collector of node_exporter. It is whole at any moment: it is written
/// beside, and gets its name in one step. When a watch ends, it is taken away, so that nothing
/// stale looks fresh.
final class Textfile implements AutoCloseable {
  private static final Duration WRITE_EVERY = Duration.ofSeconds(5);

  private final Path file;
  private final Path beside;
  private final Metrics metrics;
  private final Consumer<String> warned;
  private final ScheduledExecutorService writer =
      Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("textfile").factory());
  private boolean isFailing;
  private boolean isFinished;

  private Textfile(Path file, Metrics metrics, Consumer<String> warned) {
    this.file = file;
    this.beside = file.resolveSibling("." + file.getFileName() + ".new");
    this.metrics = metrics;
    this.warned = warned;
  }

  /// @throws SourceException if it cannot be written
  static Textfile open(Path file, Metrics metrics, Consumer<String> warned) throws SourceException {
    var textfile = new Textfile(file.toAbsolutePath(), metrics, warned);
    textfile.write();
    var _ =
        textfile.writer.scheduleWithFixedDelay(
            textfile::writeAgain, WRITE_EVERY.toMillis(), WRITE_EVERY.toMillis(), MILLISECONDS);
    return textfile;
  }

  /// On its own, so that what becomes stale is not left in it.
  private void writeAgain() {
    try {
      write();
      isFailing = false;
    } catch (SourceException failed) {
      if (!isFailing) {
        warned.accept(failed.explanation() + " It is tried again.");
      }
      isFailing = true;
    } catch (RuntimeException bug) {
      warned.accept("A bug of Vacuum Advisor: the metrics are not written (%s).".formatted(bug));
    }
  }

  /// Every server was looked at once, and no more will follow.
  void finish() throws SourceException {
    write();
    isFinished = true;
  }

  @Override
  public void close() {
    writer.close();
    if (isFinished) {
      return;
    }
    try {
      Files.deleteIfExists(file);
    } catch (IOException failed) {
      warned.accept(
          "The file %s cannot be removed, and what it tells is stale now: %s."
              .formatted(file, FileFailure.reason(failed)));
    }
  }

  private synchronized void write() throws SourceException {
    try {
      try (var output = new BufferedOutputStream(Files.newOutputStream(beside))) {
        metrics.writeTo(output, Instant.now());
      }
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException failed) {
      throw new SourceException(
          "The metrics cannot be written to %s: %s. Check that its folder is there, that you may"
                  .formatted(file, FileFailure.reason(failed))
              + " write to it, and that its disk has room.",
          failed);
    }
  }
}
