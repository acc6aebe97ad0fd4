package org.vacuumadvisor.forecast.cluster;

import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.postgres.CostModel;
import org.vacuumadvisor.postgres.ServerSettings;

/// How other sessions' locks get in the way of the vacuums of a table.
///
/// @param cancelsPerSecond how often a session asks for a lock that only the end of the vacuum
///   gives it, for each second that an automatic vacuum is at work: after `deadlock_timeout` the
///   vacuum is cancelled (`DeadLockCheck()`, `DS_BLOCKED_BY_AUTOVACUUM`)
/// @param truncateSeconds what a vacuum waits at its end for the lock that cutting off empty pages
///   takes, and does not get (`lazy_truncate_heap()`)
public record LockConflicts(double cancelsPerSecond, double truncateSeconds) {
  public static final LockConflicts NONE = new LockConflicts(0, 0);

  /// The default of `deadlock_timeout`.
  public static final double DEADLOCK_SECONDS = 1;

  /// `VACUUM_TRUNCATE_LOCK_TIMEOUT`.
  private static final double TRUNCATE_SECONDS = 5;

  /// By how much a vacuum that waited so long may differ from that.
  private static final double ABOUT = 0.5;

  /// @throws IllegalArgumentException if one is negative or no number
  public LockConflicts {
    if (!(cancelsPerSecond >= 0 && truncateSeconds >= 0)) {
      throw new IllegalArgumentException("waits and rates cannot be negative");
    }
  }

  /// What the logs tell of one table.
  ///
  /// @param settings as far as they are known
  static LockConflicts of(TableHistory table, ServerSettings settings) {
    double cancelled = (double) table.count(NoticeKind.AUTOVACUUM_CANCELLED);
    double each = Math.max(DEADLOCK_SECONDS, table.seconds().median() / 2);
    double atWork = table.seconds().sum() + cancelled * each;
    return new LockConflicts(
        cancelled > 0 ? cancelled / atWork : 0, waits(table, settings) ? TRUNCATE_SECONDS : 0);
  }

  /// Autovacuum's report does not say that it gave up: a vacuum of little work that takes as long
  /// as that wait, half of the times or more, has waited.
  private static boolean waits(TableHistory table, ServerSettings settings) {
    double vacuums = (double) table.counts().vacuums();
    if (vacuums < 2) {
      return false;
    }
    var work = table.work();
    var cost = CostModel.ofAutovacuum(settings);
    double asleep = cost.secondsAsleep(work.hits(), work.reads(), work.dirtied()) / vacuums;
    double awake =
        Machine.PRIOR.busySeconds(
            (double) (work.hits() + work.reads()) / vacuums,
            (double) work.reads() / vacuums,
            (double) work.removed() / vacuums,
            0,
            settings.blockSize());
    double rest = table.seconds().median() - asleep - awake;
    return asleep + awake < 1 && Math.abs(rest - TRUNCATE_SECONDS) <= ABOUT;
  }
}
