package org.vacuumadvisor.fleet.ingest;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.source.SourceException;

/// The logs that were read, to be known again by how they begin: a rotated log has another name,
/// and may be compressed. That saves reading them again; which entries the archive has, it tells
/// itself.
final class KnownLogs {
  private final Map<String, Map<Source, KnownLog>> byCluster = new HashMap<>();
  private final List<String> damaged;

  private record Source(String id, String file) {}

  private KnownLogs(List<String> damaged) {
    this.damaged = damaged;
  }

  static KnownLogs in(Path folder) throws SourceException {
    try (var archive = Archive.open(folder, Archive.Span.ALL, EnumSet.of(Dataset.COVERAGE))) {
      var known = new KnownLogs(archive.damaged());
      archive.each(KnownLog.QUERY, List.of(), row -> known.add(KnownLog.of(row)));
      return known;
    }
  }

  /// A sentence for each file of the archive that told of logs and cannot be read.
  List<String> damaged() {
    return damaged;
  }

  void add(KnownLog log) {
    var _ =
        byCluster
            .computeIfAbsent(log.cluster(), _ -> new LinkedHashMap<>())
            .put(new Source(log.sourceId(), log.file()), log);
  }

  /// Those that are the same log as one with this beginning, as far as they go. A beginning shorter
  /// than [Fingerprint#HEAD] may be that of several logs: then the name or the size has to be the
  /// same.
  List<KnownLog> of(String cluster, String file, long storedBytes, byte[] head) {
    var checksums = new HashMap<Integer, String>();
    return byCluster.getOrDefault(cluster, Map.of()).values().stream()
        .filter(each ->
            each.headBytes() == Fingerprint.HEAD
                || each.file().equals(file)
                || each.storedBytes() == storedBytes)
        .filter(each -> each.headBytes() <= head.length)
        .filter(each ->
            checksums
                .computeIfAbsent(
                    each.headBytes(), length -> Fingerprint.of(Arrays.copyOf(head, length)))
                .equals(each.headChecksum()))
        .toList();
  }
}
