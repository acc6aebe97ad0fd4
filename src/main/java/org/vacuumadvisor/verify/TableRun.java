package org.vacuumadvisor.verify;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Run;

/// A vacuum that a log tells of.
///
/// @param table names that the log does not say are empty
/// @param removed dead rows that it found and removed, whole ones or, where queries had pruned them
///   before, their item identifiers in the indexes
/// @param kept dead row versions that had to stay
/// @param passes over the indexes; null where it is not said
/// @param seconds null where it is not said
public record TableRun(
    Instant at,
    RelationName table,
    long removed,
    long kept,
    @Nullable Long passes,
    @Nullable Double seconds)
    implements Seen.Piece {

  /// A run counts where it ends.
  @Override
  public Instant begin() {
    return at;
  }

  /// The vacuums among runs that have a time and say what they removed.
  public static List<TableRun> of(List<Run> runs) {
    return runs.stream().flatMap(TableRun::of).toList();
  }

  private static Stream<TableRun> of(Run run) {
    var end = Moments.end(run);
    var tuples = run.outcome().tuples();
    var name = run.heading().name();
    if (run.heading().command() != Command.VACUUM || end.isEmpty() || tuples.removed() == null) {
      return Stream.empty();
    }
    return Stream.of(
        new TableRun(
            end.get(),
            new RelationName(
                Objects.requireNonNullElse(name.database(), ""),
                Objects.requireNonNullElse(name.schema(), ""),
                Objects.requireNonNullElse(name.table(), "")),
            removed(run, tuples.removed()),
            Objects.requireNonNullElse(tuples.deadNotRemovable(), 0L),
            run.outcome().indexScans(),
            run.elapsedSeconds()));
  }

  /// Dead item identifiers are those of removed row versions, too.
  private static long removed(Run run, long versions) {
    var scan = run.outcome().indexScan();
    long passes = run.passes().heap().stream().mapToLong(each -> each.tuples()).sum();
    return Math.max(versions, Math.max(passes, scan == null ? 0 : scan.deadItemIds()));
  }

  /// Whether it can be of that table.
  boolean isOf(RelationName name) {
    return table.name().equals(name.name())
        && (table.schema().isEmpty() || table.schema().equals(name.schema()))
        && (table.database().isEmpty() || table.database().equals(name.database()));
  }
}
