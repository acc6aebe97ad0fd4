package org.vacuumadvisor.diagnosis.rule.threshold;

import static org.vacuumadvisor.model.TableKeys.BITMAP_BLOCKS;
import static org.vacuumadvisor.model.TableKeys.BITMAP_ROWS;
import static org.vacuumadvisor.model.TableKeys.BUFFERED_ROWS;
import static org.vacuumadvisor.model.TableKeys.HEAP_FETCHES;
import static org.vacuumadvisor.model.TableKeys.INDEX_ONLY_ROWS;
import static org.vacuumadvisor.model.TableKeys.SCAN_BUFFERS;

import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.evidence.Truth;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.unit.Quantities;

/// How often a scan visited its table, as a plan shows it, against the rows that it met there, be
/// they wanted or filtered out: more visits than rows are of rows that are dead.
enum ScanVisits {
  /// It visits the heap only for rows on pages that are not all-visible (`IndexOnlyNext()`).
  INDEX_ONLY(
      HEAP_FETCHES, INDEX_ONLY_ROWS, 0.5, "An index-only scan", "the others it met are dead"),

  /// It visits a page only for an index entry, and meets its row unless that is dead
  /// (`BitmapHeapNext()`).
  BITMAP(BITMAP_BLOCKS, BITMAP_ROWS, 1.1, "A bitmap scan", "the others it met are dead"),

  /// What it reads may be of its index, or of values out of line.
  BUFFERED(
      SCAN_BUFFERS,
      BUFFERED_ROWS,
      10,
      "A scan",
      "the rest it met is dead, unless the rows are long or the index fits badly");

  /// So many more visits than rows are no rounding. Our choice.
  private static final double SOME_MORE = 1.1;

  /// Fewer are made in a moment. Our choice.
  private static final long MANY = 1_000;

  private final Key<Long> visits;
  private final Key<Long> rows;
  private final double times;
  private final String scan;
  private final String others;

  ScanVisits(Key<Long> visits, Key<Long> rows, double times, String scan, String others) {
    this.visits = visits;
    this.rows = rows;
    this.times = times;
    this.scan = scan;
    this.others = others;
  }

  /// The first whose visits are many for its rows.
  static Optional<ScanVisits> inVain(TableEvidence table) {
    return Stream.of(values())
        .filter(each -> table.ask(each.visits).is(visits -> visits >= MANY))
        .filter(each -> each.areMany(table) == Truth.YES)
        .findFirst();
  }

  /// Whether there are more than a scan of such a kind should need.
  Truth areMany(TableEvidence table) {
    return Truth.of(isPast(times, table).is(each -> each));
  }

  /// Whether a vacuum has only to mark pages: it met each row once.
  boolean areOfVisibility(TableEvidence table) {
    return this == INDEX_ONLY && !isPast(SOME_MORE, table).is(each -> each);
  }

  private Reading<Boolean> isPast(double limit, TableEvidence table) {
    return Reading.both(
        table.ask(visits),
        table.ask(rows),
        "more",
        (visited, met) -> (double) visited >= limit * (double) met);
  }

  /// Whether nothing else explains them.
  boolean isCertain() {
    return this != BUFFERED;
  }

  Key<Long> visits() {
    return visits;
  }

  Key<Long> rows() {
    return rows;
  }

  /// To begin a sentence.
  String scan() {
    return scan;
  }

  /// What was met besides.
  String others() {
    return others;
  }

  String limit() {
    return "%s times the rows, and %s".formatted(times, Quantities.count(MANY));
  }
}
