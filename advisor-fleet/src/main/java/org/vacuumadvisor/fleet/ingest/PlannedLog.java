package org.vacuumadvisor.fleet.ingest;

import java.io.Serializable;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.line.LinePrefix;
import org.vacuumadvisor.source.log.line.LogFormat;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.LogParts;

/// A log, and what is to be read of it: several processes that find messages in its parts, and the
/// one that makes rows of them, agree by it, whatever is written to the log meanwhile.
public final class PlannedLog implements Serializable {
  private final String name;
  private final String path;
  private final String cluster;
  private final String sourceId;
  private final LogFormat format;
  private final @Nullable String prefix;
  private final @Nullable LocalDate latest;
  private final long size;
  private final boolean isSettled;
  private final long from;
  private final long to;
  private final @Nullable KnownLog known;

  /// @param name what the log is called in the archive
  /// @param path where other processes find it, whatever their working directory is
  PlannedLog(
      String name,
      Path path,
      String cluster,
      String sourceId,
      ReadOptions format,
      long size,
      boolean isSettled,
      long from,
      long to,
      @Nullable KnownLog known) {
    this.name = name;
    this.path = path.toString();
    this.cluster = cluster;
    this.sourceId = sourceId;
    this.format = format.format();
    var given = format.prefix();
    this.prefix = given == null ? null : given.text();
    this.latest = format.latest();
    this.size = size;
    this.isSettled = isSettled;
    this.from = from;
    this.to = to;
    this.known = known;
  }

  /// What the log is called in the archive: as it was named.
  public String name() {
    return name;
  }

  /// Where it is.
  public Path path() {
    return Path.of(path);
  }

  public String cluster() {
    return cluster;
  }

  /// How many stored bytes are to be read.
  public long bytes() {
    return to - from;
  }

  /// How many parts can be read by processes of their own.
  ///
  /// @param piece how long a part is, about, in bytes
  /// @throws SourceException if the log cannot be read
  public int parts(long piece) throws SourceException {
    return bytes() < 2 * piece ? 1 : LogParts.count(source(), format(), piece);
  }

  /// Finds the messages of a part.
  public LogParts.Found read(long piece, int part) {
    return LogParts.read(source(), format(), piece, part);
  }

  /// By which the log is known in the archive.
  public String sourceId() {
    return sourceId;
  }

  ReadOptions format() {
    return new ReadOptions(format, prefix == null ? null : new LinePrefix(prefix), latest);
  }

  long size() {
    return size;
  }

  boolean isSettled() {
    return isSettled;
  }

  long from() {
    return from;
  }

  long to() {
    return to;
  }

  /// What the archive knew of it; empty if nothing.
  Optional<KnownLog> known() {
    return Optional.ofNullable(known);
  }

  /// Whether entries are read that the archive may have.
  boolean isReadAgain() {
    return known != null && from == 0;
  }

  /// The same, where the log that it is known by is not in the archive but read before it.
  PlannedLog asTwin() {
    return new PlannedLog(
        name, path(), cluster, sourceId, format(), size, isSettled, from, to, null);
  }

  private LogSource source() {
    return LogSource.part(new Input(0, name), path(), from, to);
  }
}
