package org.vacuumadvisor.diagnosis;

import java.time.Duration;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.unit.XidAge;

/// What a setting is to bring about. Which value of it does, alone or with others, and the SQL that
/// sets it, is found by `advice`.
public sealed interface Goal {

  /// No more dead rows than this when autovacuum comes to the table.
  ///
  /// @param because what decided the number: "5 % of the table"
  record DeadRowsAtMost(double rows, String because) implements Goal {}

  /// No more dead rows than this come together in the table from one look of autovacuum to the
  /// next.
  ///
  /// @param perSecond how many rows a second die that only a vacuum removes
  record DeadRowsBetweenLooks(double rows, double perSecond) implements Goal {}

  /// No vacuum of the table for fewer dead rows than this.
  ///
  /// @param vacuumsPerDay how often it is vacuumed today
  /// @param removedEach how many rows such a vacuum removes today
  record DeadRowsAtLeast(double rows, double vacuumsPerDay, double removedEach) implements Goal {}

  /// No more rows inserted than this when autovacuum comes to the table.
  ///
  /// @param because what decided the number
  record InsertsBetweenVacuums(double rows, String because) implements Goal {}

  /// No more of the table changed than this when autovacuum analyzes it.
  record ChangedBetweenAnalyzes(Share share) implements Goal {}

  /// Room on each page for the next versions of its rows.
  ///
  /// @param rowsPerPage rows on a full page
  record RoomForUpdates(double rowsPerPage) implements Goal {}

  /// Rows are frozen by the first vacuum that comes after them.
  record FrozenWithEachVacuum() implements Goal {}

  /// One pass over the indexes in each vacuum.
  ///
  /// @param needed the memory that the IDs of the dead rows of the largest vacuum took
  /// @param passes how many passes it made
  record OneIndexPass(Bytes needed, long passes) implements Goal {}

  /// A vacuum sleeps no larger part of its time than this.
  ///
  /// @param longest how long such a vacuum takes today
  /// @param asleep the part of it that is sleep today
  record AsleepAtMost(Share share, Duration longest, Share asleep) implements Goal {}

  /// Each worker has the share of the cost limit that one of three has by default.
  record FairCostShare() implements Goal {}

  /// No table that is due waits longer than this for a worker.
  record WaitAtMost(Duration time) implements Goal {}

  /// Each database is looked at as often as this.
  record LookedAtEvery(Duration time) implements Goal {}

  /// The value PostgreSQL gives the setting where nobody sets it.
  ///
  /// @param effect what that does
  record ReleaseDefault(Effect effect) implements Goal {}

  /// A switch is on or off.
  record Switched(boolean on, Effect effect) implements Goal {}

  /// A number without a unit.
  record Count(long count, Effect effect) implements Goal {}

  /// An age.
  record Age(XidAge age, Effect effect) implements Goal {}

  /// A size.
  record Size(Bytes size, Effect effect) implements Goal {}

  /// A time.
  record Time(Duration time, Effect effect) implements Goal {}
}
