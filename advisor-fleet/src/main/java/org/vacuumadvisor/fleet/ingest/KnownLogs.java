package org.vacuumadvisor.fleet.ingest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.source.SourceException;

/// The logs that an archive has, to be known again by how they begin: a rotated log has another
/// name, and may be compressed.
final class KnownLogs {
  /// Of how much of a log the checksum is at most.
  static final int HEAD = 1 << 20;

  /// A shorter beginning may be that of several logs: then the name or the size has to be the same.
  static final int TELLING = 4096;

  private final Map<String, List<KnownLog>> byCluster = new HashMap<>();
  private final Set<String> uncommitted = new HashSet<>();
  private final List<String> damaged = new ArrayList<>();
  private boolean isAgain;

  /// @param isAgain as if nothing had been read of the logs that were: any row may be there already
  static KnownLogs in(Path folder, boolean isAgain) throws SourceException {
    var known = new KnownLogs();
    known.isAgain = isAgain;
    try (var archive = Archive.open(folder, Archive.Span.ALL, EnumSet.of(Dataset.COVERAGE))) {
      for (var row : archive.query(KnownLog.QUERY, List.of())) {
        known.add(KnownLog.of(row));
      }
      known.damaged.addAll(archive.damaged());
    }
    if (isAgain) {
      known.byCluster.values().forEach(logs -> logs.replaceAll(KnownLog::again));
    }
    known.committed();
    return known;
  }

  /// A sentence for each file of the archive that told of logs and cannot be read.
  List<String> damaged() {
    return List.copyOf(damaged);
  }

  /// Whether all logs that were read are known, and how much of each. Otherwise any row may be in
  /// the archive already.
  boolean isComplete() {
    return damaged.isEmpty() && !isAgain;
  }

  void add(KnownLog log) {
    var logs = byCluster.computeIfAbsent(log.cluster(), _ -> new ArrayList<>());
    logs.removeIf(each -> each.sourceId().equals(log.sourceId()) && each.file().equals(log.file()));
    logs.add(log);
    uncommitted.add(log.sourceId());
  }

  /// Everything that was added until now is in the archive.
  void committed() {
    uncommitted.clear();
  }

  /// Whether rows of a log were taken that the archive does not have yet.
  boolean isUncommitted(KnownLog log) {
    return uncommitted.contains(log.sourceId());
  }

  /// The log that begins like this one; that of which most is known, where there are several.
  Optional<KnownLog> find(String cluster, String file, long storedBytes, byte[] head) {
    var logs = byCluster.getOrDefault(cluster, List.of());
    var lengths = new TreeSet<Integer>();
    logs.forEach(each -> lengths.add(each.headBytes()));
    var checksums = new HashMap<Integer, String>();
    for (int length : lengths) {
      if (length <= head.length) {
        checksums.put(length, Fingerprint.checksum(head, length));
      }
    }
    return logs.stream()
        .filter(each -> each.headChecksum().equals(checksums.get(each.headBytes())))
        .filter(each ->
            each.headBytes() >= TELLING
                || each.file().equals(file)
                || each.storedBytes() == storedBytes)
        .max(
            Comparator.comparing((KnownLog each) -> each.storedBytes() == storedBytes)
                .thenComparing(each -> each.file().equals(file))
                .thenComparingInt(KnownLog::headBytes));
  }
}
