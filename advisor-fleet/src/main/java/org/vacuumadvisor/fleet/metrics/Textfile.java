package org.vacuumadvisor.fleet.metrics;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.function.Consumer;
import org.vacuumadvisor.source.SourceException;

/// A file for the textfile collector of node_exporter. It is whole at any moment: it is written
/// beside, and gets its name in one step. When a watch ends, it is taken away, so that nothing
/// stale looks fresh.
final class Textfile implements Outlet {
  private static final Duration WRITE_EVERY = Duration.ofSeconds(2);

  private final Path file;
  private final Path beside;
  private final Exposition exposition;
  private final Consumer<String> warned;
  private long written;
  private boolean isFailing;
  private boolean isFinished;

  private Textfile(Path file, Metrics metrics, Consumer<String> warned) {
    this.file = file;
    this.beside = file.resolveSibling("." + file.getFileName() + ".new");
    this.exposition = new Exposition(metrics);
    this.warned = warned;
    this.written = System.nanoTime() - WRITE_EVERY.toNanos();
  }

  /// @throws SourceException if it cannot be written
  static Textfile open(Path file, Metrics metrics, Consumer<String> warned) throws SourceException {
    var textfile = new Textfile(file.toAbsolutePath(), metrics, warned);
    textfile.write();
    return textfile;
  }

  /// Many servers are seen in a second; that is no reason to write as often.
  @Override
  public void seen() {
    if (System.nanoTime() - written < WRITE_EVERY.toNanos()) {
      return;
    }
    written = System.nanoTime();
    try {
      write();
      isFailing = false;
    } catch (SourceException failed) {
      if (!isFailing) {
        warned.accept(failed.explanation() + " It is tried again.");
      }
      isFailing = true;
    }
  }

  @Override
  public void finish() throws SourceException {
    write();
    isFinished = true;
  }

  @Override
  public void close() {
    if (isFinished) {
      return;
    }
    try {
      Files.deleteIfExists(file);
    } catch (IOException failed) {
      warned.accept(
          "The file %s cannot be removed, and what it tells is stale now: %s."
              .formatted(file, failed.getMessage()));
    }
  }

  private void write() throws SourceException {
    try {
      try (var output = new BufferedOutputStream(Files.newOutputStream(beside))) {
        exposition.writeTo(output);
      }
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException failed) {
      throw new SourceException(
          "The metrics cannot be written to %s: %s. Check that its folder is there, that you may"
                  .formatted(file, failed)
              + " write to it, and that its disk has room.",
          failed);
    }
  }
}
