package org.vacuumadvisor.diagnosis.rule.space;

import static org.vacuumadvisor.evidence.TableFigures.AUTOVACUUM_STATE;
import static org.vacuumadvisor.evidence.TableFigures.HOT_SHARE;
import static org.vacuumadvisor.evidence.TableFigures.ROWS;
import static org.vacuumadvisor.evidence.TableFigures.TABLE_SIZE;
import static org.vacuumadvisor.model.TableKeys.IDX_TUP_FETCH;
import static org.vacuumadvisor.model.TableKeys.N_DEAD_TUP;
import static org.vacuumadvisor.model.TableKeys.N_TUP_NEWPAGE_UPD;
import static org.vacuumadvisor.model.TableKeys.N_TUP_UPD;
import static org.vacuumadvisor.postgres.AutovacuumState.ON;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.KeptRows;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.PassedBy;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.TableRule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.evidence.TableFigures;
import org.vacuumadvisor.evidence.Truth;
import org.vacuumadvisor.model.Activity;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.space.HeapEstimate;
import org.vacuumadvisor.space.SpaceEstimate.Estimated;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Confidence;

/// Most updates of a table are not HOT: each writes to every index, and leaves a row that only
/// vacuum removes. Because there is no room on the pages, or because an indexed column changes.
public final class LowHotRatio extends TableRule {
  private static final Share LOW = new Share(0.5);

  private static final long MIN_UPDATES = 10_000;

  /// Of a table that is updated all the time, or over and over, or of rows that have just come in a
  /// window: enough for a share to be told.
  private static final long MIN_OF_HOT = 1_000;

  /// Of a smaller table the updates cost something only if they are many for each row, or a second.
  private static final Bytes SMALL = Bytes.ofMegabytes(8);

  private static final double HOT_ROUNDS = 10;

  /// From 86,400 dead rows a day on autovacuum comes to a small table all the time.
  private static final double HOT_PER_SECOND = 1;

  /// So many updates are HOT that the columns they set cannot all be indexed.
  private static final Share SOME_ARE_HOT = new Share(0.1);

  /// So many of the others went to another page that room is what they lacked. One that is not HOT
  /// though its page had room changed an indexed column (`heap_update()`).
  private static final double MOSTLY_ELSEWHERE = 0.5;

  private static final double HARDLY_ELSEWHERE = 0.1;

  /// Of updates of single rows 5 % went elsewhere, for the next visit to a page prunes it; of one
  /// statement that changed all rows, all did (measured on 19).
  private static final double NEARLY_ALL_ELSEWHERE = 0.9;

  /// So many rows for each scan that pages are changed whole. Our choice.
  private static final double ROWS_AT_ONCE = 100;

  /// More of the table at once than a fillfactor of 90 leaves room for.
  private static final double PART_AT_ONCE = 0.1;

  /// Rows that autovacuum removes at a fifth of the table do not stretch it so: rows that vacuum
  /// had to keep did, and there is more room than any fillfactor leaves. Our choice.
  private static final Share STRETCHED = new Share(0.5);

  /// Updates for each row from which on they tell something: a page that was filled by a load has
  /// no room for its first update, and one statement that changes every row is no workload.
  private static final double ROUNDS = 2;

  /// A fillfactor that leaves room for some rows. Our choice.
  private static final int ROOM_LEFT = 90;

  /// So many updates are no load and no single statement, whatever the table's size. Our choice.
  private static final double MANY_UPDATES = 10_000_000;

  /// What a row is taken for where nobody knows how many there are.
  private static final double USUAL_ROW_BYTES = 100;

  /// So many updates for an insert that rows are updated soon after they came.
  private static final double UPDATED_AFTER_INSERT = 0.5;

  @Override
  protected boolean concerns(Relation relation, Evidence evidence) {
    return isTended(relation, evidence) && relation.kind() == RelationKind.TABLE;
  }

  /// Why updates are not HOT.
  private enum Cause {
    NO_ROOM,
    INDEXED_COLUMN,
    UNKNOWN,
    /// Pages were full for once, of statements that changed whole pages or by rows that somebody's
    /// snapshot kept: no fillfactor and no index would have helped.
    PASSING
  }

  /// The updates of a table, in the time that counts.
  ///
  /// @param elsewhere those whose new version went to another page
  /// @param done what else was counted then
  private record Updates(
      Reading<Long> all, Reading<Share> hot, Reading<Long> elsewhere, Activity done) {

    /// Whether rows that were inserted then, or shortly before, were updated: pages are filled now,
    /// and a lower fillfactor would have left them room.
    boolean areOfNewRows() {
      return done.inserted() >= MIN_OF_HOT
          && (double) done.updated() >= UPDATED_AFTER_INSERT * (double) done.inserted();
    }

    boolean areAnyHot() {
      return hot.or(Share.NONE).exceeds(Share.NONE);
    }

    /// Those that were not HOT.
    Reading<Long> cold() {
      return Reading.both(
          all, hot, "not HOT", (count, share) -> Math.round(share.rest().fraction() * count));
    }

    /// Of those, the part that went to another page.
    Reading<Double> partElsewhere() {
      return Reading.both(
          elsewhere,
          cold(),
          "share",
          (moved, rest) -> rest <= 0 ? 0.0 : Math.min(1, (double) moved / rest));
    }

    /// Whether pages had room for nearly all of the updates that were not HOT, or for many where
    /// none was HOT at all: then no later round of updates would fare better.
    Truth hadRoom() {
      return elsewhere.equals(Reading.missing(Why.OLDER_SERVER))
          ? Truth.NO
          : Truth.any(
              () -> Truth.of(partElsewhere(), part -> part < HARDLY_ELSEWHERE),
              () -> Truth.of(wereIndexed()));
    }

    /// Whether many stayed on their page, and were not HOT all the same: they changed an indexed
    /// column, and so did the others, for none was HOT.
    private boolean wereIndexed() {
      return !areAnyHot()
          && Reading.both(cold(), elsewhere, "-", (rest, moved) -> rest - moved)
              .is(stayed -> stayed >= MIN_UPDATES / 2);
    }

    /// Whether half of the others were found by scans of the table, many by each: an index hands
    /// over what it finds as `idx_tup_fetch`. Pages that somebody left room on had it all the same.
    private boolean areManyAtOnce(TableEvidence table) {
      double least =
          Math.max(ROWS_AT_ONCE, PART_AT_ONCE * table.ask(ROWS).or(Double.POSITIVE_INFINITY));
      long byTable = done.updated() - done.indexRows();
      return done.sequentialScans() > 0
          && byTable >= least * done.sequentialScans()
          && 2 * byTable >= cold().or(0L)
          && table.relation().get(IDX_TUP_FETCH).isKnown()
          && table.relation().parameters().text("fillfactor").isEmpty();
    }

    Cause cause(HotBlockers blockers, TableEvidence table) {
      var part = partElsewhere();
      boolean hadRoom = part.is(share -> share < MOSTLY_ELSEWHERE);
      boolean wereFull = elsewhere.is(moved -> moved >= NEARLY_ALL_ELSEWHERE * all.or(0L));
      boolean areOfOneStatement = wereFull && all.is(count -> count < MANY_UPDATES);
      boolean isForNothing = wereIndexed() && blockers.areSomeUnused();
      if (!hadRoom && (areOfOneStatement || (areManyAtOnce(table) && !isForNothing))) {
        return Cause.PASSING;
      }
      if (blockers.areProven() || ((hadRoom || wereIndexed()) && !blockers.areNone())) {
        return Cause.INDEXED_COLUMN;
      }
      if (hadRoom
          || (HeapEstimate.of(table.relation()) instanceof Estimated heap
              && heap.leastBloat().exceeds(STRETCHED))) {
        return Cause.PASSING;
      }
      boolean areSomeHot = !SOME_ARE_HOT.exceeds(hot.or(Share.NONE));
      if (areSomeHot && (part.isKnown() || blockers.areNone())) {
        return Cause.NO_ROOM;
      }
      return blockers.areNone() ? Cause.PASSING : Cause.UNKNOWN;
    }
  }

  @Override
  protected Verdict examine(TableEvidence table) {
    long all = table.need(N_TUP_UPD);
    boolean isBusy = isHot(table) || isUpdatedOften(all, HOT_ROUNDS, table) == Truth.YES;
    if (all < (isBusy ? MIN_OF_HOT : MIN_UPDATES)) {
      return clear(table);
    }
    var _ = table.need(HOT_SHARE);
    var ever =
        new Updates(
            table.ask(N_TUP_UPD),
            table.ask(HOT_SHARE),
            table.ask(N_TUP_NEWPAGE_UPD),
            table.relation().activity());
    var now = inWindow(table);
    var updates = now.orElse(ever); // what was before, a holder or an index may explain
    boolean areOfNewRows = now.filter(Updates::areOfNewRows).isPresent();
    if (!updates.hot().is(share -> share.compareTo(LOW) < 0)) {
      return clear(table);
    }
    var often = isUpdatedOften(all, ROUNDS, table);
    // a load at its own fillfactor leaves room for the first update of some rows of each page
    var wasRoomLeft =
        Truth.of(
            all >= MIN_UPDATES
                && !updates.areAnyHot()
                && table.relation().parameters().fillfactor().orElse(100) <= ROOM_LEFT);
    var isTelling = Truth.any(() -> often, updates::hadRoom, () -> wasRoomLeft);
    if (!areOfNewRows && often != Truth.UNKNOWN && !table.decide(isTelling)) {
      return clear(table);
    }
    var blockers =
        new HotBlockers(table, updates.cold().or(0L), now.isPresent() || !updates.areAnyHot());
    // one statement that changed every row may be all there was
    boolean isDoubtful = !areOfNewRows && isTelling == Truth.UNKNOWN;
    var cause = isDoubtful ? Cause.UNKNOWN : updates.cause(blockers, table);
    boolean isAnswered = // counters go back to before somebody left room on its pages
        cause == Cause.NO_ROOM
            && now.isEmpty()
            && table.relation().parameters().text("fillfactor").isPresent();
    // one look at counters that a holder, or an index that is gone, may explain
    boolean isClaimed =
        now.isPresent()
            || !updates.areAnyHot()
            || blockers.areProven()
            || table.all().excerpt().isPresent()
            || (cause == Cause.NO_ROOM && HeapEstimate.of(table.relation()) instanceof Estimated);
    if (cause == Cause.PASSING
        || isAnswered
        || (cause != Cause.INDEXED_COLUMN && isCleanupBlocked(table))) {
      return clear(table);
    }
    // a small table costs only where its rows are updated over and over
    boolean matters = TableFigures.isTableAtLeast(SMALL, table) != Truth.NO || isBusy;
    var severity = !isClaimed || !matters ? Severity.INFO : Severity.ADVICE;
    return finding(updates, cause, blockers, table, severity);
  }

  /// Whether the pages may be full of rows that somebody's old snapshot keeps: pruning makes no
  /// room there, whatever the fillfactor is.
  private static boolean isCleanupBlocked(TableEvidence table) {
    return KeptRows.isOldHolderShown(table)
        && table
            .ask(TableFigures.DEAD_ROWS)
            .is(dead -> table.ask(TableFigures.THRESHOLDS).is(each -> each.isPassedByDead(dead)));
  }

  /// By the rows as counted, or else as the size makes likely.
  private static Truth isUpdatedOften(long updates, double rounds, TableEvidence table) {
    var counted = table.ask(ROWS);
    var likely = table.ask(TABLE_SIZE).map(heap -> (double) heap.count() / USUAL_ROW_BYTES);
    double rows = counted.or(likely.or(MANY_UPDATES / rounds));
    boolean isOften = (double) updates >= rounds * (counted.isKnown() ? Math.max(1, rows) : rows);
    return isOften || counted.isKnown() ? Truth.of(isOften) : Truth.UNKNOWN;
  }

  /// The updates in a window; empty where there were few.
  private static Optional<Updates> inWindow(TableEvidence table) {
    var done = table.workload().rates().activity();
    var source = new Source.Words("pg_stat_all_tables of two surveys");
    return table
        .window()
        .filter(_ -> done.updated() >= MIN_OF_HOT)
        .map(_ ->
            new Updates(
                Reading.of(done.updated(), source),
                Reading.of(Share.of(done.hotUpdated(), done.updated()), source),
                done.newPageUpdated(),
                done));
  }

  /// Whether it is updated all the time: by what was counted, or by the dead rows since a vacuum. A
  /// table that none came to yet, and that autovacuum minds, has them for its naps at most.
  private static boolean isHot(TableEvidence table) {
    double sinceVacuum =
        table
            .ask(TableFigures.LAST_VACUUMED)
            .known()
            .filter(last -> last.isPresent() || table.all().excerpt().isEmpty())
            .filter(last -> last.isPresent() || table.ask(AUTOVACUUM_STATE).is(ON::equals))
            .map(last -> last.map(table.all()::ago).orElseGet(() -> PassedBy.naps(table.all())))
            .map(time -> (double) time.toMillis() / 1e3)
            .filter(seconds -> seconds >= 1)
            .map(seconds -> (double) table.relation().get(N_DEAD_TUP).or(0L) / seconds)
            .orElse(0.0);
    return table.workload().rates().deadRowsPerSecond().orElse(sinceVacuum) >= HOT_PER_SECOND;
  }

  private Finding finding(
      Updates updates, Cause cause, HotBlockers blockers, TableEvidence table, Severity severity) {
    return found(severity, table.relation())
        .headline(
            "%s of the updates of %s are HOT%s",
            updates.areAnyHot() ? "Only " + updates.hot().or(Share.NONE) : "None",
            Names.of(table),
            switch (cause) {
              case NO_ROOM -> ": their pages have no room";
              case INDEXED_COLUMN ->
                  (blockers.areProven() ? ": they change " : ": they may change ")
                      + blockers.inHeadline();
              case UNKNOWN, PASSING -> "";
            })
        .observed("updates", updates.all())
        .observed("HOT updates among them", updates.hot())
        .shown("updates that went to another page", updates.elsewhere())
        .shown("fillfactor", fillfactor(table), "pg_class", "reloptions")
        .facts(cause == Cause.NO_ROOM ? new Facts() : blockers.facts())
        .convention(
            "low: less than",
            LOW,
            "33 to 50 % at fillfactor 100 is what a report of a busy table shows; told once every"
                + " row was updated twice, or of rows that have just come")
        .explained(
            switch (cause) {
              case NO_ROOM -> "no-room";
              case INDEXED_COLUMN -> "indexed-column";
              case UNKNOWN, PASSING -> "either";
            })
        .confidence(
            blockers.areProven()
                ? Confidence.HIGH
                : cause == Cause.UNKNOWN ? Confidence.LOW : Confidence.MEDIUM)
        .remedies(
            cause == Cause.NO_ROOM
                ? List.of(room(table))
                : blockers.remedies(cause == Cause.UNKNOWN))
        .build();
  }

  private static Reading<String> fillfactor(TableEvidence table) {
    return table
        .relation()
        .storage()
        .map(each -> each.fillfactor())
        .map(own -> own.map(Object::toString).orElse("100, the default"));
  }

  private static Remedy room(TableEvidence table) {
    double bytes = Math.max(1, table.ask(TableFigures.ROW_BYTES).or(USUAL_ROW_BYTES));
    return new Remedy.Tune(
        table.relation(),
        Setting.FILLFACTOR,
        new Goal.RoomForUpdates(table.relation().blockSize() / bytes));
  }
}
