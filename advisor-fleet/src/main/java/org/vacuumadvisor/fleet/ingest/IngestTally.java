package org.vacuumadvisor.fleet.ingest;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// What came of reading logs into an archive.
///
/// @param files logs of which something new was read
/// @param unchanged logs of which all was there already
/// @param bytes how much was read, as it is stored
/// @param known rows that were read again and are in the archive already
/// @param waiting logs whose last message may not be written out yet: it is read the next time
/// @param leftOut reports of which only the heading was read, as their lines are out of order
/// @param clusters those of which something new was read
/// @param problems a sentence for each log that could not be read
/// @param damaged a sentence for each file of the archive that told of logs and cannot be read
public record IngestTally(
    long files,
    long unchanged,
    long bytes,
    long runs,
    long notices,
    long known,
    long waiting,
    long leftOut,
    Set<String> clusters,
    List<String> problems,
    List<String> damaged)
    implements Serializable {
  public IngestTally {
    clusters = Set.copyOf(clusters);
    problems = List.copyOf(problems);
    damaged = List.copyOf(damaged);
  }

  /// Logs of which nothing was read.
  static IngestTally of(long unchanged, List<String> problems, List<String> damaged) {
    return new IngestTally(0, unchanged, 0, 0, 0, 0, 0, 0, Set.of(), problems, damaged);
  }

  /// Several together.
  public static final class Sum {
    private final Set<String> clusters = new HashSet<>();
    private final List<String> problems = new ArrayList<>();
    private final Set<String> damaged = new LinkedHashSet<>();
    private IngestTally counts = of(0, List.of(), List.of());

    /// Adds one more.
    public void add(IngestTally other) {
      counts = counts.plus(other, Set.of(), List.of(), List.of());
      clusters.addAll(other.clusters);
      problems.addAll(other.problems);
      damaged.addAll(other.damaged);
    }

    /// What is counted until now, without names and sentences.
    IngestTally counts() {
      return counts;
    }

    /// All that was added.
    public IngestTally all() {
      return counts.plus(of(0, List.of(), List.of()), clusters, problems, List.copyOf(damaged));
    }
  }

  private IngestTally plus(
      IngestTally other, Set<String> clusters, List<String> problems, List<String> damaged) {
    return new IngestTally(
        files + other.files,
        unchanged + other.unchanged,
        bytes + other.bytes,
        runs + other.runs,
        notices + other.notices,
        known + other.known,
        waiting + other.waiting,
        leftOut + other.leftOut,
        clusters,
        problems,
        damaged);
  }

  /// The same.
  ///
  /// @throws SourceException if none of the logs could be read
  public IngestTally checked() throws SourceException {
    if (files + unchanged + waiting == 0 && !problems.isEmpty()) {
      throw new SourceException(String.join("\n", problems));
    }
    return this;
  }

  /// What was added and what was not, in sentences fit for a terminal. Problems are not among them.
  public List<String> inWords(Path archive) {
    var place = TerminalText.escaped(archive.toString());
    if (files == 0 && unchanged > 0 && waiting == 0) {
      return List.of(
          "Nothing new in %s: nothing was added to %s."
              .formatted(Quantities.counted(unchanged, "log"), place));
    }
    var sentences = new ArrayList<String>();
    sentences.add(
        "%s and %s of %s (%s) added to %s."
            .formatted(
                Quantities.counted(runs, "run"),
                Quantities.counted(notices, "notice"),
                Quantities.counted(files, "log"),
                new Bytes(bytes),
                place));
    if (!damaged.isEmpty()) {
      sentences.add(
          "Logs that the damaged files told of were read from their beginning, and %s left out that are there already."
              .formatted(known == 1 ? "1 entry was" : Quantities.count(known) + " entries were"));
    }
    if (unchanged > 0) {
      sentences.add("Nothing new in %s.".formatted(Quantities.counted(unchanged, "other log")));
    }
    if (waiting > 0) {
      sentences.add(
          "The last message of %s is left for the next time: it may not be written out yet."
              .formatted(Quantities.counted(waiting, "log")));
    }
    if (leftOut > 0) {
      sentences.add(
          ("%s without figures: the lines are out of order, and nothing in them tells to which"
                  + " report each belongs. Read the server's own file, or an export that keeps the"
                  + " time of each line.")
              .formatted(Quantities.counted(leftOut, "report")));
    }
    return sentences;
  }
}
