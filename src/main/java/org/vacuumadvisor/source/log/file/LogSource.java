package org.vacuumadvisor.source.log.file;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.source.SourceException;

/// Where the bytes of an input come from: a file, a part of one, or a stream that can be read once.
///
/// @param path null for a stream
/// @param stream null for a file
/// @param from where reading begins, in bytes of the file
/// @param to where it ends, though the file may be longer
public record LogSource(
    Input input, @Nullable Path path, @Nullable InputStream stream, long from, long to) {
  private static final int FIRST_YEAR = 1996;

  public static LogSource file(Input input, Path path) {
    return part(input, path, 0, Long.MAX_VALUE);
  }

  /// A file from one place to another, both in bytes.
  public static LogSource part(Input input, Path path, long from, long to) {
    return new LogSource(input, path, null, from, to);
  }

  /// Standard input or a text in memory; the reader does not close it.
  public static LogSource stream(Input input, InputStream stream) {
    return new LogSource(input, null, stream, 0, Long.MAX_VALUE);
  }

  /// How many bytes there are, as they are stored; empty if that is not known.
  public OptionalLong size() {
    try {
      return path == null || !Files.isRegularFile(path)
          ? OptionalLong.empty()
          : OptionalLong.of(Math.max(0, Math.min(to, Files.size(path)) - from));
    } catch (IOException unknown) {
      return OptionalLong.empty();
    }
  }

  /// The day on which it was last written to, in UTC; empty if that is not known. Archives without
  /// times unpack to 1970 or 1980, before there was a PostgreSQL.
  public Optional<LocalDate> written() {
    try {
      return path == null || !Files.isRegularFile(path)
          ? Optional.empty()
          : Optional.of(
                  LocalDate.ofInstant(Files.getLastModifiedTime(path).toInstant(), ZoneOffset.UTC))
              .filter(day -> day.getYear() >= FIRST_YEAR);
    } catch (IOException unknown) {
      return Optional.empty();
    }
  }

  /// What is said where its bytes cannot be read.
  public SourceException unreadable(IOException failure) {
    return new SourceException(
        "Reading %s failed: %s.".formatted(input.name(), failure.getMessage()), failure);
  }

  InputStream open() throws SourceException {
    if (stream != null) {
      return stream;
    }
    Path file = Objects.requireNonNull(path);
    if (Files.isDirectory(file)) {
      throw new SourceException(
          "%s is a directory. Name the log files in it.".formatted(input.name()));
    }
    try {
      return from == 0 && to == Long.MAX_VALUE
          ? Files.newInputStream(file)
          : new PartStream(
              Channels.newInputStream(FileChannel.open(file).position(from)), to - from);
    } catch (NoSuchFileException missing) {
      throw new SourceException(
          "There is no file %s. Check its name and the directory.".formatted(input.name()),
          missing);
    } catch (IOException failure) {
      throw new SourceException(
          "The file %s cannot be opened: %s. Check that you may read it."
              .formatted(input.name(), failure.getMessage()),
          failure);
    }
  }

  /// Ends before its file does.
  private static final class PartStream extends FilterInputStream {
    private long left;

    PartStream(InputStream in, long length) {
      super(in);
      left = length;
    }

    @Override
    public int read() throws IOException {
      int next = left > 0 ? super.read() : -1;
      left -= next < 0 ? 0 : 1;
      return next;
    }

    @Override
    public int read(byte[] into, int begin, int most) throws IOException {
      int got = left > 0 ? super.read(into, begin, (int) Math.min(most, left)) : -1;
      left -= Math.max(0, got);
      return got;
    }
  }
}
