package org.vacuumadvisor.model.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The steps of a run that are told one by one.
///
/// @param heap second passes over the table, which make dead items reusable
/// @param truncations of the end of the table
/// @param workers parallel workers for the indexes
/// @param samples what ANALYZE read, one for each table of an inheritance tree
public record Passes(
    List<HeapPass> heap,
    List<Truncation> truncations,
    List<Workers> workers,
    List<Sample> samples) {
  public static final Passes NONE = new Passes(List.of(), List.of(), List.of(), List.of());

  public Passes {
    heap = List.copyOf(heap);
    truncations = List.copyOf(truncations);
    workers = List.copyOf(workers);
    samples = List.copyOf(samples);
  }

  /// `removed N row versions in M pages`, from 14 `dead item identifiers`.
  public record HeapPass(long tuples, long pages, @Nullable Cpu cpu) {}

  /// `truncated N to M pages`.
  public record Truncation(long from, long to, @Nullable Cpu cpu) {}

  /// `launched N parallel vacuum workers for index vacuuming (planned: M)`. From 19 the report has
  /// their sum as well, so of a manual run both are here.
  public record Workers(Stage stage, long planned, long launched) {}

  /// What parallel workers do.
  public enum Stage {
    VACUUMING,
    CLEANUP
  }

  /// `"t": scanned N of M pages, containing L live rows and D dead rows; …`.
  ///
  /// @param table as the line names it, without schema
  public record Sample(
      String table,
      long pagesScanned,
      long pagesTotal,
      long liveRows,
      long deadRows,
      long sampleRows,
      long estimatedTotalRows) {

    /// So many rows of the sample, in the whole table: pages are drawn at random.
    public long inTable(long rows) {
      return Math.round((double) rows * pagesTotal / Math.max(1, pagesScanned));
    }
  }
}
