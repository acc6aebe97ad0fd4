package org.vacuumadvisor.diagnosis.rule.threshold;

import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.unit.Quantities;

/// How often a scan visited its table, as a plan shows it, against the rows that it met there, be
/// they wanted or filtered out: more visits than rows are of rows that are dead.
///
/// @param times so many visits a row are more than such a scan should need. Our choice
/// @param scan to begin a sentence
/// @param others what it met besides the rows
/// @param isCertain whether nothing else explains the visits
record ScanVisits(
    Key<Long> visits, Key<Long> rows, double times, String scan, String others, boolean isCertain) {
  /// So many more visits than rows are no rounding. Our choice.
  private static final double SOME_MORE = 1.1;

  /// Fewer are made in a moment. Our choice.
  private static final long MANY = 1_000;

  private static final String DEAD = "the others it met are dead";

  /// It visits the heap only for rows on pages that are not all-visible (`IndexOnlyNext()`).
  static final ScanVisits INDEX_ONLY =
      new ScanVisits(
          TableKeys.HEAP_FETCHES, TableKeys.INDEX_ONLY_ROWS, 0.5, "An index-only scan", DEAD, true);

  /// It visits a page only for an index entry, and meets its row unless that is dead
  /// (`BitmapHeapNext()`).
  private static final ScanVisits BITMAP =
      new ScanVisits(
          TableKeys.BITMAP_BLOCKS, TableKeys.BITMAP_ROWS, SOME_MORE, "A bitmap scan", DEAD, true);

  /// What it reads may be of its index, or of values out of line.
  private static final ScanVisits BUFFERED =
      new ScanVisits(
          TableKeys.SCAN_BUFFERS,
          TableKeys.BUFFERED_ROWS,
          10,
          "A scan",
          "the rest it met is dead, unless the rows are long or the index fits badly",
          false);

  /// The first kind of which there are many for its rows.
  static Optional<ScanVisits> inVain(TableEvidence table) {
    return Stream.of(INDEX_ONLY, BITMAP, BUFFERED)
        .filter(each -> table.relation().get(each.visits).is(visits -> visits >= MANY))
        .filter(each -> each.areMany(table))
        .findFirst();
  }

  boolean areMany(TableEvidence table) {
    return areMore(times, table);
  }

  /// Whether a vacuum has only to mark pages: it met each row once.
  boolean areOfVisibility(TableEvidence table) {
    return equals(INDEX_ONLY) && !areMore(SOME_MORE, table);
  }

  private boolean areMore(double limit, TableEvidence table) {
    var shown = table.relation();
    return shown
        .get(visits)
        .is(visited -> shown.get(rows).is(met -> (double) visited >= limit * (double) met));
  }

  String limit() {
    return "%s times the rows, and %s".formatted(times, Quantities.count(MANY));
  }
}
