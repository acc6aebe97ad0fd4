package org.vacuumadvisor.fleet.ingest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.source.SourceException;

/// What is to be read of logs into an archive, decided before any of them is read, so that several
/// processes can read at once.
///
/// @param logs of which something is to be read, in the order in which one process would read them
/// @param twins logs of which another in this plan is a copy or a longer version, by `source_id`
/// @param unchanged logs of which nothing is new and whole
/// @param problems a sentence for each log that cannot be read
public record LogPlan(
    List<PlannedLog> logs, Set<String> twins, long unchanged, List<String> problems) {
  public LogPlan {
    logs = List.copyOf(logs);
    twins = Set.copyOf(twins);
    problems = List.copyOf(problems);
  }

  /// Looks at logs, and all files of folders: how each begins, and whether the archive has it.
  ///
  /// @param archive one that exists
  /// @throws SourceException if the archive or a folder cannot be read, or none of the logs
  public static LogPlan of(List<Path> named, Path archive, IngestOptions options)
      throws SourceException {
    var knownLogs = KnownLogs.in(archive);
    if (!knownLogs.isComplete()) {
      throw new SourceException(
          "%s Until then read logs with the command ingest, which compares each entry with those that are there."
              .formatted(String.join(" ", knownLogs.damaged())));
    }
    var assumed = new HashSet<KnownLog>();
    var logs = new ArrayList<PlannedLog>();
    var twins = new HashSet<String>();
    var problems = new ArrayList<String>();
    long unchanged = 0;
    var files = LogFiles.of(named, archive);
    for (var file : files) {
      try {
        var one = OneLog.open(file, options);
        var planned = one.plan(knownLogs);
        if (planned.isEmpty()) {
          unchanged++;
          continue;
        }
        var log = planned.get();
        if (log.known().filter(assumed::contains).isPresent()) {
          twins.add(log.sourceId());
          log = log.asTwin();
        }
        logs.add(log);
        var known = one.readWhole(log);
        knownLogs.add(known);
        assumed.add(known);
      } catch (SourceException unreadable) {
        problems.add(unreadable.explanation());
      }
    }
    if (!problems.isEmpty() && problems.size() == files.size()) {
      throw new SourceException(String.join("\n", problems));
    }
    return new LogPlan(logs, twins, unchanged, problems);
  }

  /// The logs that are read again, with what the archive has of them.
  ///
  /// @return by `source_id`, keys of [RowWindow]
  public Map<String, Set<String>> kept(Path archive) throws SourceException {
    var kept = new HashMap<String, Set<String>>();
    var again = logs.stream().filter(PlannedLog::isReadAgain).toList();
    if (again.isEmpty()) {
      return kept;
    }
    try (var opened = Archive.open(archive, Archive.Span.ALL)) {
      for (var log : again) {
        var keys = new HashSet<String>();
        for (var dataset : List.of("runs", "notices")) {
          var rows =
              opened.query(
                  "SELECT line, entry_checksum FROM %s WHERE cluster = ? AND source_id = ?"
                      .formatted(dataset),
                  List.of(log.cluster(), log.sourceId()));
          keys.addAll(
              rows.stream()
                  .map(row ->
                      RowWindow.key(
                          dataset,
                          row.count("line").orElse(0),
                          row.text("entry_checksum").orElse("")))
                  .collect(Collectors.toSet()));
        }
        kept.put(log.sourceId(), keys);
      }
    }
    return kept;
  }
}
