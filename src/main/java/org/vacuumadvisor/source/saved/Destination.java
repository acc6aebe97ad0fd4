package org.vacuumadvisor.source.saved;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.FileFailure;

/// Where a survey is written to. A file is written under another name beside its place first; it is
/// full of names, so only its owner may read it.
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
      var place = Links.followed(file);
      if (Files.isDirectory(place)) {
        throw new IOException("Cannot write " + name + ": it is a directory.");
      }
      boolean direct = Files.exists(place) && !Files.isRegularFile(place);
      var draft = direct ? null : Files.createTempFile(place.getParent(), "survey", ".part");
      var raw = Files.newOutputStream(draft == null ? place : draft);
      var stream =
          new BufferedOutputStream(name.endsWith(".gz") ? new GZIPOutputStream(raw) : raw, 1 << 16);
      return new Destination(name, stream, draft, place);
    } catch (FileSystemException failed) {
      throw failed(name, failed);
    }
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

  /// Deletes what was written so far, unless it was moved to its place already.
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
          case IOException failure -> FileFailure.reason(failure);
          default -> cause.getMessage() == null ? cause.toString() : cause.getMessage();
        };
    return new IOException("Cannot write " + name + ": " + reason + ".", cause);
  }
}
