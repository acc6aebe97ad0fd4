package org.vacuumadvisor.fleet.ingest;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.LogFile;

/// What a log is known by when it is met again, under another name or longer than it was: its
/// beginning, and what stands right before the place up to which it was read.
final class Fingerprint {
  private static final int TAIL = 4096;

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
        .orElseGet(() -> Checksums.of(path.toString() + size + Checksums.of(head, head.length)));
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
        Checksums.of(head, headBytes),
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
      return Optional.of(Checksums.of(in.readNBytes(length), length));
    }
  }
}
