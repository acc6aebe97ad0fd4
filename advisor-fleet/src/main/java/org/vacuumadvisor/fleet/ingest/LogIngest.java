package org.vacuumadvisor.fleet.ingest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.vacuumadvisor.fleet.archive.ArchiveWriter;
import org.vacuumadvisor.fleet.archive.Upkeep;
import org.vacuumadvisor.fleet.judged.LogJudgements;
import org.vacuumadvisor.source.SourceException;

/// Reads logs into an archive: each entry once, whatever was read before, and whatever the logs are
/// called by now. Memory does not depend on how much there is to read.
public final class LogIngest {
  private static final long MOST_PENDING_ROWS = 25_000;
  private static final long MOST_PENDING_BYTES = 256L << 20;
  private static final Duration LONGEST_PENDING = Duration.ofSeconds(20);

  private final Path archive;
  private final IngestOptions options;
  private final IngestProgress progress;
  private final List<String> problems = new ArrayList<>();
  private final List<String> damaged = new ArrayList<>();
  private long files;
  private long unchanged;
  private long waiting;
  private long bytes;
  private long total;
  private long runs;
  private long notices;
  private long known;
  private long leftOut;
  private final Set<String> clusters = new HashSet<>();
  private long pendingBytes;
  private long committedAt = System.nanoTime();

  private LogIngest(Path archive, IngestOptions options, IngestProgress progress) {
    this.archive = archive;
    this.options = options;
    this.progress = progress;
  }

  /// Reads logs, and all files of folders.
  ///
  /// @throws SourceException if the archive cannot be written, or none of the logs can be read
  public static IngestTally read(
      List<Path> logs, Path archive, IngestOptions options, IngestProgress progress)
      throws SourceException {
    return new LogIngest(archive, options, progress).read(LogFiles.of(logs, archive));
  }

  private IngestTally read(List<Path> logs) throws SourceException {
    for (var log : logs) {
      total += size(log);
    }
    var first =
        options.keepDays().isPresent()
            ? Optional.of(Upkeep.firstKept(Instant.now(), options.keepDays().getAsInt()))
            : Optional.<LocalDate>empty();
    try (var writer = ArchiveWriter.open(archive);
        var _ = writer.aloneWithLogs()) {
      var knownLogs = options.isAgain() ? KnownLogs.again(archive) : KnownLogs.in(archive);
      damaged.addAll(knownLogs.damaged());
      for (var log : logs) {
        if (first.isPresent() && isOlder(log, first.get())) {
          unchanged++;
        } else {
          read(log, writer, knownLogs);
        }
      }
      commit(writer, knownLogs);
      var _ = LogJudgements.add(archive, clusters, writer, Instant.now());
      writer.commit();
      writer.upkeep().tidy(Instant.now(), options.keepDays());
    } catch (IOException failed) {
      throw new IllegalStateException("a lock could not be freed", failed);
    }
    if (files == 0 && unchanged == 0 && problems.size() == logs.size() && !problems.isEmpty()) {
      throw new SourceException(String.join("\n", problems));
    }
    return new IngestTally(
        files, unchanged, bytes, runs, notices, known, waiting, leftOut, problems, damaged);
  }

  private void read(Path log, ArchiveWriter writer, KnownLogs knownLogs) throws SourceException {
    OneLog one;
    try {
      one = OneLog.open(log, options);
    } catch (SourceException unreadable) {
      problems.add(unreadable.explanation());
      return;
    }
    if (one.isOfUncommitted(knownLogs)) {
      commit(writer, knownLogs);
    }
    long before = bytes;
    var outcome = one.read(writer, knownLogs, part -> taken(part, writer, knownLogs), Reading.HERE);
    switch (outcome) {
      case READ -> {
        files++;
        clusters.add(one.cluster());
      }
      case READ_BUT_END -> {
        files++;
        clusters.add(one.cluster());
        waiting++;
      }
      case UNCHANGED -> unchanged++;
      case WAITING -> waiting++;
      case BROKEN -> files++;
      case FOREIGN, CHANGED -> {}
    }
    outcome.problem(log.toString()).ifPresent(problems::add);
    bytes = before + one.size();
    progress.read(bytes, total);
  }

  private void taken(OneLog.Part part, ArchiveWriter writer, KnownLogs knownLogs)
      throws SourceException {
    runs += part.runs();
    notices += part.notices();
    known += part.known();
    leftOut += part.leftOut();
    bytes += part.bytes();
    pendingBytes += part.bytes();
    progress.read(bytes, total);
    boolean isDue =
        writer.pending() > MOST_PENDING_ROWS
            || pendingBytes > MOST_PENDING_BYTES
            || System.nanoTime() - committedAt > LONGEST_PENDING.toNanos();
    if (isDue) {
      commit(writer, knownLogs);
    }
  }

  private void commit(ArchiveWriter writer, KnownLogs knownLogs) throws SourceException {
    writer.commit();
    knownLogs.committed();
    pendingBytes = 0;
    committedAt = System.nanoTime();
    progress.acknowledged(runs, notices);
  }

  /// Whether all of a log is older than what is kept: it was last written to before.
  private static boolean isOlder(Path log, LocalDate first) {
    try {
      return Files.getLastModifiedTime(log)
          .toInstant()
          .isBefore(first.atStartOfDay().toInstant(ZoneOffset.UTC));
    } catch (IOException _) {
      return false;
    }
  }

  private static long size(Path log) {
    try {
      return Files.size(log);
    } catch (IOException _) {
      return 0;
    }
  }
}
