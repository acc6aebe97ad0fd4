package org.vacuumadvisor.model;

import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.unit.Bytes;

/// Figures of a table in the groups that the simulator and the charts compute with.
final class FigureGroups {
  private FigureGroups() {}

  static Extent extent(Readings of, int blockSize) {
    return new Extent(
        of.get(TableKeys.RELPAGES),
        of.get(TableKeys.RELTUPLES),
        of.get(TableKeys.RELALLVISIBLE),
        of.get(TableKeys.RELALLFROZEN),
        of.get(TableKeys.MAIN_BYTES),
        blockSize,
        measured(of));
  }

  private static Reading<TupleSpace> measured(Readings of) {
    var rows = of.get(TableKeys.TUPLE_COUNT).known();
    var live = of.get(TableKeys.TUPLE_LEN).known();
    return rows.isEmpty() || live.isEmpty()
        ? Reading.missing(Why.NOT_COLLECTED)
        : of.get(TableKeys.TABLE_LEN)
            .map(file ->
                new TupleSpace(
                    file,
                    rows.get(),
                    live.get(),
                    of.get(TableKeys.DEAD_TUPLE_LEN).or(Bytes.NONE),
                    of.get(TableKeys.FREE_SPACE).or(Bytes.NONE)));
  }

  static Reading<FreezeAges> ages(Readings of) {
    return of.get(TableKeys.XID_AGE)
        .map(age -> new FreezeAges(age, of.get(TableKeys.MULTIXACT_AGE)));
  }

  static Reading<Population> population(Readings of) {
    return of.get(TableKeys.N_DEAD_TUP)
        .map(dead ->
            new Population(
                of.get(TableKeys.N_LIVE_TUP),
                dead,
                of.get(TableKeys.N_MOD_SINCE_ANALYZE),
                of.get(TableKeys.N_INS_SINCE_VACUUM)));
  }

  static Activity activity(Readings of) {
    return new Activity(
        of.get(TableKeys.N_TUP_INS).or(0L),
        of.get(TableKeys.N_TUP_UPD).or(0L),
        of.get(TableKeys.N_TUP_HOT_UPD).or(0L),
        of.get(TableKeys.N_TUP_DEL).or(0L),
        of.get(TableKeys.SEQ_SCAN).or(0L),
        of.get(TableKeys.SEQ_TUP_READ).or(0L),
        of.get(TableKeys.IDX_SCAN).or(0L),
        of.get(TableKeys.IDX_TUP_FETCH).or(0L),
        of.get(TableKeys.N_TUP_NEWPAGE_UPD));
  }

  static Maintenance maintenance(Readings of) {
    var manual = of.get(TableKeys.TOTAL_VACUUM_TIME);
    return new Maintenance(
        of.get(TableKeys.LAST_VACUUM),
        of.get(TableKeys.LAST_AUTOVACUUM),
        of.get(TableKeys.LAST_ANALYZE),
        of.get(TableKeys.LAST_AUTOANALYZE),
        of.get(TableKeys.VACUUM_COUNT).or(0L),
        of.get(TableKeys.AUTOVACUUM_COUNT).or(0L),
        of.get(TableKeys.ANALYZE_COUNT).or(0L),
        of.get(TableKeys.AUTOANALYZE_COUNT).or(0L),
        of.get(TableKeys.TOTAL_AUTOVACUUM_TIME)
            .known()
            .map(automatic -> manual.map(automatic::plus))
            .orElse(manual));
  }
}
