package org.vacuumadvisor.source.saved;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/// Where a survey is written to. A file is written under another name beside its place first.
final class Destination {
  private final String name;
  private final OutputStream stream;
  private final @Nullable Path draft;
  private final @Nullable Path place;

  private Destination(
      String name, OutputStream stream, @Nullable Path draft, @Nullable Path place) {
    this.name = name;
    this.stream = stream;
    this.draft = draft;
    this.place = place;
  }

  /// A stream of somebody else's.
  static Destination of(OutputStream stream) {
    return new Destination("the survey", stream, null, null);
  }

  /// A file; a device or pipe is written to directly.
  static Destination of(Path file) throws IOException {
    var name = file.toString();
    try {
      var place = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
      if (Files.isDirectory(place)) {
        throw new IOException("Cannot write " + name + ": it is a directory.");
      }
      boolean direct = Files.exists(place) && !Files.isRegularFile(place);
      var draft = place.resolveSibling(place.getFileName() + "." + UUID.randomUUID() + ".part");
      var raw =
          direct
              ? Files.newOutputStream(place)
              : Channels.newOutputStream(
                  Files.newByteChannel(
                      draft,
                      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                      forItsOwner(draft)));
      var stream =
          new BufferedOutputStream(name.endsWith(".gz") ? new GZIPOutputStream(raw) : raw, 1 << 16);
      return new Destination(name, stream, direct ? null : draft, place);
    } catch (FileSystemException failed) {
      throw failed(name, failed);
    }
  }

  /// A survey tells names and queries: where the system knows owners, only the file's may read it.
  private static FileAttribute<?>[] forItsOwner(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  OutputStream stream() {
    return stream;
  }

  /// What was written is whole: it goes to its place.
  void keep() throws IOException {
    try {
      stream.flush();
      if (place != null) {
        stream.close();
        if (draft != null) {
          Files.move(draft, place, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    } catch (IOException failed) {
      throw failed(failed);
    }
  }

  /// What is not in its place is not wanted.
  void discard() {
    try {
      if (place != null) {
        stream.close();
      }
    } catch (IOException _) {
      // It is deleted anyway.
    }
    try {
      if (draft != null) {
        Files.deleteIfExists(draft);
      }
    } catch (IOException _) {
      // Whoever forbids us to delete it may keep it.
    }
  }

  IOException failed(Throwable cause) {
    return failed(name, cause);
  }

  private static IOException failed(String name, Throwable cause) {
    var reason =
        switch (cause) {
          case NoSuchFileException _ -> "there is no such directory";
          case AccessDeniedException _ -> "permission denied";
          case FileSystemException failure when failure.getReason() != null -> failure.getReason();
          default -> cause.getMessage() == null ? cause.toString() : cause.getMessage();
        };
    return new IOException("Cannot write " + name + ": " + reason + ".", cause);
  }
}
