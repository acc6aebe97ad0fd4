package org.vacuumadvisor.evidence;

import static org.vacuumadvisor.model.TableKeys.DEAD_PERCENT;
import static org.vacuumadvisor.model.TableKeys.DEAD_TUPLE_COUNT;
import static org.vacuumadvisor.model.TableKeys.HOT_PERCENT;
import static org.vacuumadvisor.model.TableKeys.INDEXES_BYTES;
import static org.vacuumadvisor.model.TableKeys.LAST_ANALYZE;
import static org.vacuumadvisor.model.TableKeys.LAST_AUTOANALYZE;
import static org.vacuumadvisor.model.TableKeys.LAST_AUTOVACUUM;
import static org.vacuumadvisor.model.TableKeys.LAST_VACUUM;
import static org.vacuumadvisor.model.TableKeys.LISTED_BYTES;
import static org.vacuumadvisor.model.TableKeys.MAIN_BYTES;
import static org.vacuumadvisor.model.TableKeys.N_DEAD_TUP;
import static org.vacuumadvisor.model.TableKeys.N_LIVE_TUP;
import static org.vacuumadvisor.model.TableKeys.N_TUP_DEL;
import static org.vacuumadvisor.model.TableKeys.N_TUP_HOT_UPD;
import static org.vacuumadvisor.model.TableKeys.N_TUP_INS;
import static org.vacuumadvisor.model.TableKeys.N_TUP_UPD;
import static org.vacuumadvisor.model.TableKeys.RELALLVISIBLE;
import static org.vacuumadvisor.model.TableKeys.RELPAGES;
import static org.vacuumadvisor.model.TableKeys.RELTUPLES;
import static org.vacuumadvisor.model.TableKeys.TABLE_BYTES;
import static org.vacuumadvisor.model.TableKeys.TABLE_LEN;
import static org.vacuumadvisor.model.TableKeys.TOAST_BYTES;
import static org.vacuumadvisor.model.TableKeys.TOTAL_BYTES;
import static org.vacuumadvisor.model.TableKeys.TUPLE_COUNT;
import static org.vacuumadvisor.model.TableKeys.VISIBLE_PERCENT;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Missing;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.postgres.AutovacuumState;
import org.vacuumadvisor.postgres.Thresholds;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Share;

/// Figures that rules ask for and that are known in several ways.
public final class TableFigures {
  /// A header of 23 bytes, aligned, and a line pointer.
  private static final double LEAST_ROW_BYTES = 28;

  /// Counters of a session may come so late: from 15 on an idle one sends them after 10 seconds
  /// (`PGSTAT_IDLE_INTERVAL`), a busy one within a minute (`PGSTAT_MAX_INTERVAL`).
  private static final Duration COUNTERS_LATE = Duration.ofMinutes(1);

  /// Rows alive, as autovacuum counts with: the two estimates stand in for each other.
  public static final Figure<Double> ROWS =
      Figure.of(RELTUPLES)
          .or(table -> table.relation().get(N_LIVE_TUP).map(Long::doubleValue))
          .or(table -> table.relation().get(TUPLE_COUNT).map(Long::doubleValue));

  /// Dead rows that autovacuum counts; else the share of them that people compute, of the rows.
  public static final Figure<Long> DEAD_ROWS =
      Figure.<Long>of(N_DEAD_TUP.label(), Question.TABLES)
          .or(TableFigures::deadByCounter)
          .or(TableFigures::deadByShare)
          .or(DEAD_TUPLE_COUNT);

  /// Rows inserted that are not there, and that no delete removed: rolled back, where the table was
  /// not truncated. `n_tup_ins` counts them, `n_live_tup` does not, and they are dead at once
  /// (`AtEOXact_PgStat_Relations()`).
  public static final Figure<Long> ROLLED_BACK =
      Figure.<Long>of("rows rolled back", Question.TABLES)
          .or(table ->
              Reading.both(
                  table.relation().get(N_TUP_INS),
                  Reading.both(
                      table.relation().get(N_TUP_DEL),
                      table.relation().get(N_LIVE_TUP),
                      "+",
                      Long::sum),
                  "n_tup_ins - n_tup_del - n_live_tup",
                  (come, left) -> Math.max(0, come - left)));

  /// The size of the heap.
  public static final Figure<Bytes> HEAP_BYTES =
      Figure.of(MAIN_BYTES).or(table -> table.relation().heapSize()).or(TABLE_LEN);

  /// The size of the table, whatever is counted in: to tell small ones from large ones.
  public static final Figure<Bytes> TABLE_SIZE =
      Figure.<Bytes>of("size of the table", Question.showing(MAIN_BYTES))
          .or(HEAP_BYTES::of)
          .or(TABLE_BYTES)
          .or(LISTED_BYTES)
          .or(TOTAL_BYTES);

  /// The size of its TOAST table: as told, or what is left of larger sizes.
  public static final Figure<Bytes> TOAST_SIZE =
      Figure.<Bytes>of("size of the TOAST table", Question.showing(TOAST_BYTES))
          .or(TOAST_BYTES)
          .or(table -> besideHeap(TABLE_BYTES, "pg_table_size less heap", table))
          .or(table ->
              Reading.both(
                  besideHeap(TOTAL_BYTES, "total less heap", table),
                  table.relation().get(INDEXES_BYTES),
                  "less indexes",
                  Bytes::minus));

  /// The share of pages that the visibility map marks all-visible; of an empty table, all.
  public static final Figure<Share> VISIBLE_SHARE =
      Figure.<Share>of("share of all-visible pages", Question.CLASSES)
          .or(table -> table.relation().visibleShare())
          .or(VISIBLE_PERCENT);

  /// The share of updates that were HOT, since the counters began.
  public static final Figure<Share> HOT_SHARE =
      Figure.<Share>of("share of HOT updates", Question.TABLES)
          .or(table ->
              Reading.both(
                  table.relation().get(N_TUP_HOT_UPD),
                  table.relation().get(N_TUP_UPD),
                  "share",
                  (hot, all) -> Share.of(hot, all)))
          .or(HOT_PERCENT);

  /// When the last vacuum of either kind ended; empty where none ever came since the counters
  /// began. One time that is known, of the two, is not enough to say never.
  public static final Figure<Optional<Instant>> LAST_VACUUMED =
      Figure.<Optional<Instant>>of("last vacuum", Question.TABLES)
          .or(table -> later(table.relation(), LAST_VACUUM, LAST_AUTOVACUUM));

  /// When the last analyze of either kind ended; empty where none ever came since the counters
  /// began.
  public static final Figure<Optional<Instant>> LAST_ANALYZED =
      Figure.<Optional<Instant>>of("last analyze", Question.TABLES)
          .or(table -> later(table.relation(), LAST_ANALYZE, LAST_AUTOANALYZE));

  /// Bytes of the heap for each row, live or dead, headers and free space included; at most a page,
  /// for of the rest of a long row there is nothing in the heap.
  public static final Figure<Double> ROW_BYTES =
      Figure.<Double>of("size of the heap", Question.showing(RELPAGES))
          .or(table ->
              Reading.both(
                  HEAP_BYTES.of(table),
                  rowsAtMost(table),
                  "bytes a row",
                  (heap, rows) ->
                      Math.min((double) heap.count() / rows, table.relation().blockSize())));

  /// Its indexes. Where somebody showed none, nobody knows whether there are any.
  public static final Figure<List<Index>> INDEXES =
      Figure.<List<Index>>of("indexes", Question.INDEXES)
          .or(table ->
              table.relation().indexes().isEmpty() && !table.all().isReadWhole()
                  ? Reading.missing(Why.NOT_COLLECTED)
                  : Reading.of(
                      table.relation().indexes(), new Source.Shown("pg_stat_all_indexes", "")));

  /// Whether autovacuum minds its thresholds: `autovacuum`, `track_counts` and the table's own
  /// `autovacuum_enabled`.
  public static final Figure<AutovacuumState> AUTOVACUUM_STATE =
      Figure.<AutovacuumState>of("autovacuum", Question.SETTINGS)
          .or(table -> table.all().triggers().knownState(table.relation()));

  /// How many dead, inserted and changed rows bring autovacuum to it
  /// (`relation_needs_vacanalyze()`).
  public static final Figure<Thresholds> THRESHOLDS =
      Figure.<Thresholds>of("thresholds of autovacuum", Question.CLASSES)
          .or(table -> table.all().triggers().knownThresholds(table.relation()));

  /// Dead rows by the counter, even where the catalog contradicts it: for what hangs on the
  /// threshold more than on their number.
  public static final Figure<Long> COUNTED_DEAD_ROWS = Figure.of(N_DEAD_TUP).or(DEAD_ROWS::of);

  private TableFigures() {}

  private static Reading<Bytes> besideHeap(Key<Bytes> all, String formula, TableEvidence table) {
    return Reading.both(
        table.relation().get(all), table.relation().get(MAIN_BYTES), formula, Bytes::minus);
  }

  /// The counter, unless the catalog says otherwise. Right after a vacuum that left every page
  /// all-visible there is no dead row: counters that a session sent later tell of rows that are
  /// gone.
  private static Reading<Long> deadByCounter(TableEvidence table) {
    var dead = table.relation().get(N_DEAD_TUP);
    return dead.is(count -> count > 0) && isJustCleaned(table)
        ? Reading.missing(Why.CONTRADICTED)
        : dead;
  }

  private static boolean isJustCleaned(TableEvidence table) {
    var visible = table.relation().get(RELALLVISIBLE).known();
    var pages = table.relation().get(RELPAGES).known();
    var vacuumed = later(table.relation(), LAST_VACUUM, LAST_AUTOVACUUM).known();
    return visible.isPresent()
        && visible.get().count() > 0
        && visible.equals(pages)
        && vacuumed
            .flatMap(time -> time)
            .filter(time -> !time.isBefore(table.takenAt().minus(COUNTERS_LATE)))
            .isPresent();
  }

  /// The larger of the two estimates, never none: the counter includes the dead ones.
  private static Reading<Double> rowsAtMost(TableEvidence table) {
    var counted =
        Reading.both(
            table.relation().get(N_LIVE_TUP),
            table.relation().get(N_DEAD_TUP),
            "sum",
            (live, dead) -> (double) (live + dead));
    var rows = ROWS.of(table);
    return counted instanceof Missing || rows instanceof Missing
        ? rows.map(each -> Math.max(1, each))
        : Reading.both(rows, counted, "rows", (one, other) -> Math.max(1, Math.max(one, other)));
  }

  /// Whether so many rows take this space or more. Where nobody knows what a row takes: at least
  /// its header and line pointer, and at most a page.
  public static Truth isAtLeast(double rows, Bytes space, TableEvidence table) {
    if (rows * LEAST_ROW_BYTES >= (double) space.count()) {
      return Truth.YES;
    }
    if (rows * table.relation().blockSize() < (double) space.count()) {
      return Truth.NO;
    }
    return Truth.of(table.ask(ROW_BYTES), bytes -> rows * bytes >= (double) space.count());
  }

  /// Whether the heap takes this space or more; by what its rows take at least where its size is
  /// not known.
  public static Truth isHeapAtLeast(Bytes space, TableEvidence table) {
    return isAtLeast(HEAP_BYTES, space, table);
  }

  /// The same of the size that is known of the table, be it with its indexes.
  public static Truth isTableAtLeast(Bytes space, TableEvidence table) {
    return isAtLeast(TABLE_SIZE, space, table);
  }

  private static Truth isAtLeast(Figure<Bytes> size, Bytes space, TableEvidence table) {
    return switch (table.ask(size)) {
      case Reading.Known<Bytes>(Bytes heap, _) -> Truth.of(heap.compareTo(space) >= 0);
      case Missing<Bytes> _ ->
          table.ask(ROWS).is(rows -> rows * LEAST_ROW_BYTES >= (double) space.count())
              ? Truth.YES
              : Truth.UNKNOWN;
    };
  }

  private static Reading<Long> deadByShare(TableEvidence table) {
    return Reading.both(
        table.relation().get(DEAD_PERCENT),
        table.relation().get(N_LIVE_TUP),
        "share of live and dead rows",
        (share, live) ->
            share.fraction() >= 1
                ? live
                : Math.round((double) live * share.fraction() / (1 - share.fraction())));
  }

  private static Reading<Optional<Instant>> later(
      Relation relation, Key<Instant> one, Key<Instant> other) {
    var first = relation.get(one);
    var second = relation.get(other);
    var latest =
        first.isKnown() && second.isKnown()
            ? first.known().get().isAfter(second.known().get()) ? first : second
            : first.isKnown() ? first : second;
    if (latest instanceof Reading.Known<Instant>(Instant time, Source source)) {
      return Reading.of(Optional.of(time), source);
    }
    var open = isOpen(first) ? first : second;
    return isOpen(open) ? open.map(Optional::of) : Reading.of(Optional.empty(), one);
  }

  /// NULL is an answer: it never happened.
  private static boolean isOpen(Reading<Instant> reading) {
    return reading instanceof Missing<Instant>(Why why) && why != Why.NOT_APPLICABLE;
  }
}
