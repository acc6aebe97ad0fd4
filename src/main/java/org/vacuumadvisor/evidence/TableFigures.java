package org.vacuumadvisor.evidence;

import static org.vacuumadvisor.model.TableKeys.DEAD_PERCENT;
import static org.vacuumadvisor.model.TableKeys.DEAD_TUPLE_COUNT;
import static org.vacuumadvisor.model.TableKeys.HOT_PERCENT;
import static org.vacuumadvisor.model.TableKeys.LAST_AUTOVACUUM;
import static org.vacuumadvisor.model.TableKeys.LAST_VACUUM;
import static org.vacuumadvisor.model.TableKeys.MAIN_BYTES;
import static org.vacuumadvisor.model.TableKeys.N_DEAD_TUP;
import static org.vacuumadvisor.model.TableKeys.N_LIVE_TUP;
import static org.vacuumadvisor.model.TableKeys.N_TUP_HOT_UPD;
import static org.vacuumadvisor.model.TableKeys.N_TUP_UPD;
import static org.vacuumadvisor.model.TableKeys.RELALLVISIBLE;
import static org.vacuumadvisor.model.TableKeys.RELPAGES;
import static org.vacuumadvisor.model.TableKeys.RELTUPLES;
import static org.vacuumadvisor.model.TableKeys.TABLE_LEN;
import static org.vacuumadvisor.model.TableKeys.TUPLE_COUNT;
import static org.vacuumadvisor.model.TableKeys.VISIBLE_PERCENT;
import static org.vacuumadvisor.model.TableKeys.XID_AGE;

import java.time.Instant;
import java.util.Optional;
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
import org.vacuumadvisor.unit.XidAge;

/// Figures that rules ask for and that are known in several ways.
public final class TableFigures {
  /// Rows alive, as autovacuum counts with: the two estimates stand in for each other.
  public static final Figure<Double> ROWS =
      Figure.of(RELTUPLES)
          .or(table -> table.relation().get(N_LIVE_TUP).map(Long::doubleValue))
          .or(table -> table.relation().get(TUPLE_COUNT).map(Long::doubleValue));

  /// Dead rows that autovacuum counts; else the share of them that people compute, of the rows.
  public static final Figure<Long> DEAD_ROWS =
      Figure.of(N_DEAD_TUP).or(TableFigures::deadByShare).or(DEAD_TUPLE_COUNT);

  /// The size of the heap.
  public static final Figure<Bytes> HEAP_BYTES =
      Figure.of(MAIN_BYTES)
          .or(table ->
              table
                  .relation()
                  .get(RELPAGES)
                  .map(pages -> pages.bytes(table.relation().blockSize())))
          .or(TABLE_LEN);

  /// The share of pages that the visibility map marks all-visible; of an empty table, all.
  public static final Figure<Share> VISIBLE_SHARE =
      Figure.<Share>of("share of all-visible pages", Question.CLASSES)
          .or(table ->
              Reading.both(
                  table.relation().get(RELALLVISIBLE),
                  table.relation().get(RELPAGES),
                  "share",
                  (visible, pages) ->
                      pages.count() == 0
                          ? Share.ALL
                          : new Share(
                              Math.min(1, (double) visible.count() / (double) pages.count()))))
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

  public static final Figure<XidAge> AGE = Figure.of(XID_AGE);

  /// Bytes of the heap for each row, live or dead: headers and free space included.
  public static final Figure<Double> ROW_BYTES =
      Figure.<Double>of("size of the heap", Question.showing(RELPAGES))
          .or(table ->
              Reading.both(
                  HEAP_BYTES.of(table),
                  rowsAtMost(table),
                  "bytes a row",
                  (heap, rows) -> (double) heap.count() / rows));

  /// Whether autovacuum minds its thresholds: `autovacuum`, `track_counts` and the table's own
  /// `autovacuum_enabled`.
  public static final Figure<AutovacuumState> AUTOVACUUM_STATE =
      Figure.<AutovacuumState>of("autovacuum", Question.SETTINGS)
          .or(table -> table.all().knownState(table.relation()));

  /// How many dead, inserted and changed rows bring autovacuum to it
  /// (`relation_needs_vacanalyze()`).
  public static final Figure<Thresholds> THRESHOLDS =
      Figure.<Thresholds>of("thresholds of autovacuum", Question.CLASSES)
          .or(table -> table.all().knownThresholds(table.relation()));

  private TableFigures() {}

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
        first.known().isPresent() && second.known().isPresent()
            ? first.known().get().isAfter(second.known().get()) ? first : second
            : first.known().isPresent() ? first : second;
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
