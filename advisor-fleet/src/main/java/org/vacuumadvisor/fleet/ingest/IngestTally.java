package org.vacuumadvisor.fleet.ingest;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// What came of reading logs into an archive.
///
/// @param counts what is not in it is 0
/// @param clusters those of which something new was read
/// @param problems a sentence for each log that could not be read
/// @param damaged a sentence for each file of the archive that told of logs and cannot be read
public record IngestTally(
    Map<Count, Long> counts, Set<String> clusters, List<String> problems, List<String> damaged)
    implements Serializable {
  public static final IngestTally NONE = new IngestTally(Map.of(), Set.of(), List.of(), List.of());

  /// What is counted.
  public enum Count {
    /// Logs of which something new was read.
    FILES,
    /// Logs of which all was there already.
    UNCHANGED,
    /// How much was read, as it is stored.
    BYTES,
    /// Rows that are new.
    RUNS,
    NOTICES,
    /// Rows that were read and are in the archive already.
    KNOWN,
    /// Logs whose last message may not be written out yet: it is read the next time.
    WAITING,
    /// Reports of which only the heading was read, as their lines are out of order.
    LEFT_OUT
  }

  public IngestTally {
    counts = Map.copyOf(counts);
    clusters = Set.copyOf(clusters);
    problems = List.copyOf(problems);
    damaged = List.copyOf(damaged);
  }

  static IngestTally of(Map<Count, Long> counts) {
    return new IngestTally(counts, Set.of(), List.of(), List.of());
  }

  static IngestTally one(Count what) {
    return of(Map.of(what, 1L));
  }

  static IngestTally problem(String sentence) {
    return new IngestTally(Map.of(), Set.of(), List.of(sentence), List.of());
  }

  /// Both together.
  public IngestTally plus(IngestTally other) {
    var sums = new EnumMap<Count, Long>(Count.class);
    sums.putAll(counts);
    other.counts.forEach((what, count) -> sums.merge(what, count, Long::sum));
    var all = new HashSet<>(clusters);
    all.addAll(other.clusters);
    return new IngestTally(
        sums,
        all,
        Stream.concat(problems.stream(), other.problems.stream()).toList(),
        Stream.concat(damaged.stream(), other.damaged.stream()).distinct().toList());
  }

  public long count(Count what) {
    return counts.getOrDefault(what, 0L);
  }

  /// The same.
  ///
  /// @throws SourceException if none of the logs could be read
  public IngestTally checked() throws SourceException {
    boolean isNothingRead = count(Count.FILES) + count(Count.UNCHANGED) + count(Count.WAITING) == 0;
    if (isNothingRead && !problems.isEmpty()) {
      throw new SourceException(String.join("\n", problems));
    }
    return this;
  }

  /// What was added and what was not, in sentences fit for a terminal. Problems are not among them.
  public List<String> inWords(Path archive) {
    var place = TerminalText.escaped(archive.toString());
    long unchanged = count(Count.UNCHANGED);
    long waiting = count(Count.WAITING);
    if (count(Count.FILES) == 0 && unchanged > 0 && waiting == 0) {
      return List.of(
          "Nothing new in %s: nothing was added to %s."
              .formatted(Quantities.counted(unchanged, "log"), place));
    }
    var sentences = new ArrayList<String>();
    sentences.add(
        "%s and %s of %s (%s) added to %s."
            .formatted(
                Quantities.counted(count(Count.RUNS), "run"),
                Quantities.counted(count(Count.NOTICES), "notice"),
                Quantities.counted(count(Count.FILES), "log"),
                new Bytes(count(Count.BYTES)),
                place));
    say(sentences, "%s left out that the archive has.", count(Count.KNOWN), "row");
    say(sentences, "Nothing new in %s.", unchanged, "other log");
    say(
        sentences,
        "The last message of %s is left for the next time: it may not be written out yet.",
        waiting,
        "log");
    say(
        sentences,
        "%s without figures: the lines are out of order, and nothing in them tells to which report"
            + " each belongs. Read the server's own file, or an export that keeps the time of each"
            + " line.",
        count(Count.LEFT_OUT),
        "report");
    return sentences;
  }

  private static void say(List<String> sentences, String sentence, long count, String what) {
    if (count > 0) {
      sentences.add(sentence.formatted(Quantities.counted(count, what)));
    }
  }
}
