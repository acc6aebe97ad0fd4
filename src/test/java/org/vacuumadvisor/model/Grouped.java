package org.vacuumadvisor.model;

import org.vacuumadvisor.model.Reading.Why;

/// Figures of a table for tests, which name them in groups.
public final class Grouped {
  private Grouped() {}

  /// Of a source that does not tell which updates went to another page.
  public static Activity activity(
      long inserted,
      long updated,
      long hotUpdated,
      long deleted,
      long sequentialScans,
      long sequentialRows,
      long indexScans,
      long indexRows) {
    return new Activity(
        inserted,
        updated,
        hotUpdated,
        deleted,
        sequentialScans,
        sequentialRows,
        indexScans,
        indexRows,
        Reading.missing(Why.NOT_COLLECTED));
  }

  /// The figures one by one.
  public static Readings readings(
      Extent extent,
      Reading<FreezeAges> ages,
      Reading<Population> population,
      Activity activity,
      Maintenance maintenance) {
    var figures = Readings.builder(Why.NOT_COLLECTED);
    figures
        .put(TableKeys.RELPAGES, extent.pages())
        .put(TableKeys.RELTUPLES, extent.rows())
        .put(TableKeys.RELALLVISIBLE, extent.allVisible())
        .put(TableKeys.RELALLFROZEN, extent.allFrozen())
        .put(TableKeys.MAIN_BYTES, extent.onDisk())
        .put(TableKeys.XID_AGE, ages.map(FreezeAges::xid))
        .put(TableKeys.MULTIXACT_AGE, ages.flatMap(FreezeAges::multixact));
    population.known().ifPresent(rows -> put(figures, rows));
    put(figures, activity);
    put(figures, maintenance);
    return figures.build();
  }

  private static void put(Readings.Builder figures, Population rows) {
    figures
        .put(TableKeys.N_LIVE_TUP, rows.live())
        .put(TableKeys.N_DEAD_TUP, rows.dead())
        .put(TableKeys.N_MOD_SINCE_ANALYZE, rows.modifiedSinceAnalyze())
        .put(TableKeys.N_INS_SINCE_VACUUM, rows.insertedSinceVacuum());
  }

  private static void put(Readings.Builder figures, Activity activity) {
    figures
        .put(TableKeys.N_TUP_INS, activity.inserted())
        .put(TableKeys.N_TUP_UPD, activity.updated())
        .put(TableKeys.N_TUP_HOT_UPD, activity.hotUpdated())
        .put(TableKeys.N_TUP_DEL, activity.deleted())
        .put(TableKeys.SEQ_SCAN, activity.sequentialScans())
        .put(TableKeys.SEQ_TUP_READ, activity.sequentialRows())
        .put(TableKeys.IDX_SCAN, activity.indexScans())
        .put(TableKeys.IDX_TUP_FETCH, activity.indexRows())
        .put(TableKeys.N_TUP_NEWPAGE_UPD, activity.newPageUpdated());
  }

  private static void put(Readings.Builder figures, Maintenance maintenance) {
    figures
        .put(TableKeys.LAST_VACUUM, maintenance.lastVacuum())
        .put(TableKeys.LAST_AUTOVACUUM, maintenance.lastAutovacuum())
        .put(TableKeys.LAST_ANALYZE, maintenance.lastAnalyze())
        .put(TableKeys.LAST_AUTOANALYZE, maintenance.lastAutoanalyze())
        .put(TableKeys.VACUUM_COUNT, maintenance.vacuums())
        .put(TableKeys.AUTOVACUUM_COUNT, maintenance.autovacuums())
        .put(TableKeys.ANALYZE_COUNT, maintenance.analyzes())
        .put(TableKeys.AUTOANALYZE_COUNT, maintenance.autoanalyzes())
        .put(TableKeys.TOTAL_VACUUM_TIME, maintenance.vacuumTime());
  }
}
