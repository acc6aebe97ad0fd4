package org.vacuumadvisor.cli.apply;

import static org.vacuumadvisor.report.TerminalText.escaped;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.verify.AppliedChanges;
import org.vacuumadvisor.verify.JournalLine;

/// The journal of a plan, open for one run: each line is on the disk before what it announces is
/// done. While it is open, no other run of the program can work on the plan.
///
/// @param known what its lines tell
record Journal(Path file, FileChannel channel, AppliedChanges known) implements AutoCloseable {

  /// Opens it for one run, with all that stands in it; makes it where there is none. A line that
  /// was cut off while it was written announced something that was not begun.
  static Journal open(Path file) throws SourceException {
    try {
      boolean isNew = !Files.exists(file);
      var channel =
          FileChannel.open(
              file,
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND),
              ofItsOwnerAlone(file));
      try {
        if (channel.tryLock() == null || !Files.exists(file)) { // who ends may take it away
          throw new SourceException(
              "Another run of vacuum-advisor works on this plan (%s is locked). Wait until it ends."
                  .formatted(escaped(file.toString())));
        }
        if (isNew) {
          forceDirectory(file);
        }
        var journal = new Journal(file, channel, AppliedChanges.read(file));
        if (journal.known.isCutOff()) {
          journal.write(AppliedChanges.CUT_OFF);
        }
        return journal;
      } catch (IOException | SourceException failure) {
        channel.close();
        throw failure;
      }
    } catch (IOException failure) {
      throw unusable(file, failure);
    }
  }

  private static FileAttribute<?>[] ofItsOwnerAlone(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  /// So that the name of a new file survives a crash of the machine, too; not every system can.
  private static void forceDirectory(Path file) {
    try (var directory = FileChannel.open(file.toAbsolutePath().getParent())) {
      directory.force(true);
    } catch (IOException _) {
      // Windows cannot open directories.
    }
  }

  /// Adds a line, and returns when it is on the disk.
  void add(JournalLine line) throws SourceException {
    try {
      write(line.text());
      known.take(line);
    } catch (IOException failure) {
      throw unusable(file, failure);
    }
  }

  private void write(String line) throws IOException {
    var bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    channel.force(true);
  }

  private static SourceException unusable(Path file, IOException failure) {
    return new SourceException(
        "Cannot write the journal %s: %s. Without it nothing is set: put the plan where you may write."
            .formatted(escaped(file.toString()), escaped(String.valueOf(failure.getMessage()))),
        failure);
  }

  /// A run that began nothing leaves no file.
  @Override
  public void close() throws SourceException {
    try {
      if (channel.size() == 0) {
        Files.deleteIfExists(file);
      }
      channel.close();
    } catch (IOException failure) {
      throw unusable(file, failure);
    }
  }
}
