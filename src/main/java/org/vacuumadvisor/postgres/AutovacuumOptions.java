package org.vacuumadvisor.postgres;

import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.unit.XidAge;

/// What autovacuum goes by at one table: the table's storage parameters where they are set, else
/// the server's settings (`relation_needs_vacanalyze()` and `table_recheck_autovac()` in
/// `autovacuum.c`).
///
/// @param maxThreshold the cap of the vacuum threshold; negative: none
/// @param insertThreshold negative: inserts start no vacuum
/// @param freezeMaxAge the table's own only where it is the lower one
/// @param multixactFreezeMaxAge likewise, before the members in use lower it ([MultixactLimit])
/// @param freezeMinAge capped at half of the server's `autovacuum_freeze_max_age`
/// @param freezeTableAge capped at 95 % of the server's `autovacuum_freeze_max_age`
/// @param costDelay milliseconds; 0: no throttling
/// @param balance whether the table's vacuum shares the server's cost limit with the others
public record AutovacuumOptions(
    Release release,
    AutovacuumState state,
    Effective<Long> vacuumThreshold,
    Effective<Double> vacuumScaleFactor,
    Effective<Long> maxThreshold,
    Effective<Long> insertThreshold,
    Effective<Double> insertScaleFactor,
    Effective<Long> analyzeThreshold,
    Effective<Double> analyzeScaleFactor,
    Effective<XidAge> freezeMaxAge,
    Effective<XidAge> multixactFreezeMaxAge,
    Effective<XidAge> freezeMinAge,
    Effective<XidAge> freezeTableAge,
    Effective<Double> costDelay,
    Effective<Long> costLimit,
    Balance balance) {

  /// Whether a vacuum takes part in the balance of cost limits.
  public enum Balance {
    /// Its limit is a share of the server's.
    SHARED,
    /// A cost parameter of its own takes it out: it runs at its full limit, on top of the others.
    BYPASSED
  }

  /// The options of an ordinary table or materialized view.
  public static AutovacuumOptions of(
      Release release, ServerSettings server, StorageParameters own) {
    return of(release, server, own, null);
  }

  /// The options of any table.
  ///
  /// @param parentOfToast for a TOAST table, the parameters of the table it belongs to, which count
  ///   if it has no parameter of its own, of whatever kind; null for other tables
  public static AutovacuumOptions of(
      Release release,
      ServerSettings server,
      StorageParameters own,
      @Nullable StorageParameters parentOfToast) {
    return own.isEmpty() && parentOfToast != null
        ? new OptionLookup(release, server, parentOfToast, Origin.ParentParameter::new).options()
        : new OptionLookup(release, server, own, Origin.OwnParameter::new).options();
  }

  /// When autovacuum comes to the table.
  public VacuumTrigger trigger() {
    return new VacuumTrigger(this, multixactFreezeMaxAge.value());
  }
}
