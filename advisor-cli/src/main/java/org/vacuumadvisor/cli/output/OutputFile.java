package org.vacuumadvisor.cli.output;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.saved.Links;

/// A file that a result goes to. It appears whole or not at all.
public record OutputFile(Path path) {

  /// Fails before the work begins if the file could not be written.
  public void check() throws SourceException {
    Path directory;
    try {
      directory = Links.followed(path).getParent();
    } catch (IOException reason) {
      throw failure(String.valueOf(reason.getMessage()), reason);
    }
    if (directory == null || !Files.isDirectory(directory)) {
      throw failure("its directory does not exist", null);
    }
    if (Files.isDirectory(path)) {
      throw failure("it is a directory", null);
    }
    if (!Files.isWritable(Files.exists(path) ? path : directory)) {
      throw failure("permission denied", null);
    }
  }

  /// What is to be written.
  public interface Content {
    void to(Writer writer) throws IOException, SourceException;
  }

  /// Writes all of it or leaves the file as it was.
  public void write(Content content) throws SourceException {
    try {
      if (Files.exists(path) && !Files.isRegularFile(path)) {
        // a device or a pipe cannot be replaced
        write(content, path);
        return;
      }
      var target = Links.followed(path);
      var draft =
          target.resolveSibling("." + target.getFileName() + "." + ProcessHandle.current().pid());
      try {
        write(content, draft);
        move(draft, target);
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException reason) {
      throw failure(String.valueOf(reason.getMessage()), reason);
    }
  }

  private static void write(Content content, Path to) throws IOException, SourceException {
    try (var writer = Files.newBufferedWriter(to)) {
      content.to(writer);
    }
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException notHere) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private SourceException failure(String reason, @Nullable Exception cause) {
    return new SourceException(
        "Cannot write %s: %s. Name another file."
            .formatted(TerminalText.escaped(path.toString()), TerminalText.escaped(reason)),
        cause);
  }
}
