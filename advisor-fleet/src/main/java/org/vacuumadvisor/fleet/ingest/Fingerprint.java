package org.vacuumadvisor.fleet.ingest;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.LogFile;

/// What a log is known by when it is met again, under another name or longer than it was: its
/// beginning, and what stands right before the place up to which it was read.
final class Fingerprint {
  private static final int TAIL = 4096;
  private static final int CHECKSUM = 8;

  private final Path path;
  private final String cluster;
  private final long size;
  private final LogSource source;
  private final ReadOptions format;
  private final byte[] head;

  Fingerprint(Path path, String cluster, long size, LogSource source, ReadOptions format)
      throws SourceException {
    this.path = path;
    this.cluster = cluster;
    this.size = size;
    this.source = source;
    this.format = format;
    this.head = LogFile.head(source, KnownLogs.HEAD);
  }

  /// A checksum that all logs have which begin alike, and hardly any other.
  static String ofBeginning(Path path) throws SourceException {
    var source = LogSource.file(new Input(0, path.toString()), path);
    var head = LogFile.head(source, KnownLogs.TELLING);
    return checksum(head, head.length);
  }

  boolean isEmpty() {
    return head.length == 0;
  }

  /// What the archive knows of this log.
  Optional<KnownLog> find(KnownLogs knownLogs) {
    return knownLogs.find(cluster, path.toString(), size, head).filter(this::isSameBefore);
  }

  boolean isOfThisSize(KnownLog known) {
    return known.storedBytes() == size;
  }

  boolean isUnchanged(Optional<KnownLog> known) {
    return known.filter(this::isOfThisSize).filter(KnownLog::isWhole).isPresent();
  }

  String sourceId(Optional<KnownLog> known) {
    return known
        .map(KnownLog::sourceId)
        .orElseGet(() -> checksum(path.toString() + size + checksum(head, head.length)));
  }

  /// What is known of it once it was read.
  ///
  /// @param resume where reading goes on
  /// @param line how many lines stand before that place
  /// @param headEnd no more of its beginning is taken
  KnownLog read(String sourceId, long resume, long line, long headEnd, boolean isWhole)
      throws IOException {
    int headBytes = (int) Math.min(head.length, headEnd);
    return new KnownLog(
        cluster,
        sourceId,
        path.toString(),
        size,
        resume,
        line,
        headBytes,
        checksum(head, headBytes),
        tail(resume).orElse(null),
        isWhole);
  }

  /// Whether it still holds what stood before the place where reading goes on.
  private boolean isSameBefore(KnownLog known) {
    if (known.resume() == 0 || known.tail().isEmpty()) {
      return true;
    }
    try {
      return known.resume() > size
          // It may be the same log, compressed by now.
          || tail(known.resume()).equals(known.tail())
          || !LogFile.mayBeCut(source, format);
    } catch (IOException | SourceException _) {
      return false;
    }
  }

  private Optional<String> tail(long before) throws IOException {
    int length = (int) Math.min(TAIL, before);
    if (length == 0) {
      return Optional.empty();
    }
    try (var channel = FileChannel.open(path);
        var in = Channels.newInputStream(channel.position(before - length))) {
      return Optional.of(checksum(in.readNBytes(length), length));
    }
  }

  /// The first 64 bits of SHA-256, in hexadecimal.
  static String checksum(byte[] content, int length) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update(content, 0, length);
      return HexFormat.of().formatHex(digest.digest(), 0, CHECKSUM);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }

  /// The checksum of a text.
  static String checksum(String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    return checksum(bytes, bytes.length);
  }
}
