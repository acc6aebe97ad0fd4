package org.vacuumadvisor.fleet.ingest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.vacuumadvisor.fleet.archive.ArchiveWriter;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.fleet.archive.Upkeep;
import org.vacuumadvisor.fleet.ingest.IngestTally.Count;
import org.vacuumadvisor.fleet.judged.LogJudgements;
import org.vacuumadvisor.source.FileFailure;
import org.vacuumadvisor.source.SourceException;

/// Reads logs into an archive: each entry once, whatever was read before, and whatever the logs are
/// called by now. Memory does not depend on how much there is to read.
public final class LogIngest {
  private static final long MOST_PENDING_ROWS = 25_000;
  private static final long MOST_PENDING_BYTES = 256L << 20;
  private static final Duration LONGEST_PENDING = Duration.ofSeconds(20);

  /// Told how reading goes on.
  @FunctionalInterface
  public interface Progress {
    /// For those who do not want to know.
    Progress NONE = (_, _) -> {};

    /// So much was read of all logs, in stored bytes.
    void read(long bytes, long of);
  }

  private final ArchiveWriter writer;
  private final KnownLogs knownLogs;
  private final IngestOptions options;
  private final Progress progress;
  private IngestTally tally;
  private long pendingBytes;
  private long committedAt = System.nanoTime();

  private LogIngest(
      ArchiveWriter writer, KnownLogs knownLogs, IngestOptions options, Progress progress) {
    this.writer = writer;
    this.knownLogs = knownLogs;
    this.options = options;
    this.progress = progress;
    tally = new IngestTally(Map.of(), Set.of(), List.of(), knownLogs.damaged());
  }

  /// Reads logs, and all files of folders.
  ///
  /// @throws SourceException if the archive cannot be written, or none of the logs can be read
  public static IngestTally read(
      List<Path> named, Path archive, IngestOptions options, Progress progress)
      throws SourceException {
    var logs = LogFiles.of(named, archive);
    try (var writer = ArchiveWriter.open(archive);
        var _ = writer.aloneWithLogs()) {
      var known = KnownLogs.in(archive);
      var tally = new LogIngest(writer, known, options, progress).read(logs);
      LogJudgements.add(archive, tally.clusters(), writer, Instant.now());
      writer.commit();
      writer.upkeep().tidy(Instant.now(), options.keepDays());
      return tally.checked();
    } catch (IOException failed) {
      throw failed(archive, failed);
    }
  }

  /// Of an archive that cannot be written.
  public static SourceException failed(Path archive, IOException failed) {
    return new SourceException(
        "Writing the archive %s failed: %s.".formatted(archive, FileFailure.reason(failed)),
        failed);
  }

  /// Reads logs for an archive into another beside it: one of several processes that do so at once.
  /// Nothing counts before somebody brings all of it into the archive.
  ///
  /// @param logs some of [LogFiles#of]; those that are [#alike] go to one process
  public static IngestTally readBeside(
      List<Path> logs, Path archive, Path beside, IngestOptions options) throws SourceException {
    try (var writer = ArchiveWriter.open(beside)) {
      return new LogIngest(writer, KnownLogs.in(archive), options, Progress.NONE).read(logs);
    }
  }

  /// The same for all logs that begin alike, as copies and longer versions of one do.
  ///
  /// @throws SourceException if it cannot be read
  public static String alike(Path log, IngestOptions options) throws SourceException {
    return options.clusters().of(log) + "/" + Fingerprint.of(Fingerprint.head(log));
  }

  private IngestTally read(List<Path> logs) throws SourceException {
    long total = logs.stream().mapToLong(LogIngest::size).sum();
    long done = 0;
    for (var log : logs) {
      if (isTooOld(log)) {
        tally = tally.plus(IngestTally.one(Count.UNCHANGED));
      } else {
        read(log, done, total);
      }
      done += size(log);
      progress.read(done, total);
    }
    commit();
    return tally;
  }

  private void read(Path log, long done, long total) throws SourceException {
    long before = tally.count(Count.BYTES);
    var outcome =
        OneLog.read(
            log,
            options,
            writer,
            knownLogs,
            part -> {
              tally = tally.plus(part);
              pendingBytes += part.count(Count.BYTES);
              progress.read(done + tally.count(Count.BYTES) - before, total);
              boolean isDue =
                  writer.pending() > MOST_PENDING_ROWS
                      || pendingBytes > MOST_PENDING_BYTES
                      || System.nanoTime() - committedAt > LONGEST_PENDING.toNanos();
              if (isDue) {
                commit();
              }
            });
    tally = tally.plus(outcome);
  }

  private void commit() throws SourceException {
    tally = tally.plus(commit(writer));
    pendingBytes = 0;
    committedAt = System.nanoTime();
  }

  /// Has what was taken count, but for entries that the archive has.
  ///
  /// @return what is different for these
  public static IngestTally commit(ArchiveWriter writer) throws SourceException {
    long runs = writer.forgetKnown(Dataset.RUNS);
    long notices = writer.forgetKnown(Dataset.NOTICES);
    writer.commit();
    return IngestTally.of(
        Map.of(Count.RUNS, -runs, Count.NOTICES, -notices, Count.KNOWN, runs + notices));
  }

  /// Whether all of a log is older than what is kept: it was last written to before.
  private boolean isTooOld(Path log) {
    try {
      var first = Upkeep.firstKept(Instant.now(), options.keepDays().orElse(Integer.MAX_VALUE));
      return options.keepDays().isPresent()
          && Files.getLastModifiedTime(log)
              .toInstant()
              .isBefore(first.atStartOfDay().toInstant(ZoneOffset.UTC));
    } catch (IOException _) {
      return false;
    }
  }

  /// How large a log is, as it is stored; 0 where that cannot be seen.
  public static long size(Path log) {
    try {
      return Files.size(log);
    } catch (IOException _) {
      return 0;
    }
  }
}
