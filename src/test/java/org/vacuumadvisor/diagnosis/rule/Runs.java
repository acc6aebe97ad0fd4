package org.vacuumadvisor.diagnosis.rule;

import java.time.Duration;
import java.util.List;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.RunningVacuum;
import org.vacuumadvisor.model.TableLock;

/// Running vacuums of the tables of [Given].
public final class Runs {
  private Runs() {}

  /// A worker of autovacuum at a table, the n-th that was given, a part of it scanned.
  public static RunningVacuum scanning(int pid, int n, long total, long scanned, Duration ago) {
    return run(pid, n, "scanning heap", total, scanned, 0, ago, missing(), missing());
  }

  /// The same, measured asleep for so long.
  public static RunningVacuum asleep(
      int pid, int n, long total, long scanned, Duration ago, Duration asleep) {
    return run(pid, n, "scanning heap", total, scanned, 0, ago, Reading.of(asleep), missing());
  }

  /// So many passes over the indexes are done.
  public static RunningVacuum passes(int n, String phase, long passes) {
    return run(7, n, phase, 1000, 500, passes, Duration.ofMinutes(1), missing(), missing());
  }

  public static RunningVacuum inPhase(int pid, int n, String phase) {
    return run(pid, n, phase, 1000, 1000, 0, Duration.ofMinutes(1), missing(), missing());
  }

  public static RunningVacuum inMode(int n, String mode) {
    return run(
        7, n, "scanning heap", 1000, 10, 0, Duration.ofMinutes(1), missing(), Reading.of(mode));
  }

  /// The same of a session.
  public static RunningVacuum byHand(RunningVacuum at) {
    return new RunningVacuum(
        at.pid(),
        at.database(),
        at.relation(),
        at.phase(),
        at.pagesTotal(),
        at.pagesScanned(),
        at.pagesVacuumed(),
        at.indexPasses(),
        at.mostDeadRows(),
        Reading.of(false),
        at.toPreventWraparound(),
        at.since(),
        at.delayed(),
        at.mode());
  }

  /// What a role without rights sees of it: `pg_stat_progress_vacuum.pid` and `relid`.
  public static RunningVacuum hidden(int pid, int n) {
    Reading<String> text = Reading.missing(Reading.Why.NO_PRIVILEGE);
    Reading<Long> number = Reading.missing(Reading.Why.NO_PRIVILEGE);
    return new RunningVacuum(
        pid,
        Given.SHOP,
        Reading.of(Given.key(n).oid()),
        text,
        number,
        number,
        number,
        number,
        number,
        Reading.missing(Reading.Why.NO_PRIVILEGE),
        Reading.missing(Reading.Why.NO_PRIVILEGE),
        Reading.missing(Reading.Why.NO_PRIVILEGE),
        missing(),
        text);
  }

  private static RunningVacuum run(
      int pid,
      int n,
      String phase,
      long total,
      long scanned,
      long passes,
      Duration ago,
      Reading<Duration> asleep,
      Reading<String> mode) {
    return new RunningVacuum(
        pid,
        Given.SHOP,
        Reading.of(Given.key(n).oid()),
        Reading.of(phase),
        Reading.of(total),
        Reading.of(scanned),
        Reading.of(0L),
        Reading.of(passes),
        missing(),
        Reading.of(true),
        Reading.of(false),
        Reading.of(Given.NOW.minus(ago)),
        asleep,
        mode);
  }

  private static <T> Reading<T> missing() {
    return Reading.missing(Reading.Why.OLDER_SERVER);
  }

  /// A lock that a session holds on a table since a while, and that keeps vacuum away.
  public static TableLock held(int pid, int n, Duration ago) {
    return held(pid, n, "ShareUpdateExclusiveLock", ago);
  }

  /// The same of any mode.
  public static TableLock held(int pid, int n, String mode, Duration ago) {
    return new TableLock(
        pid,
        Given.key(n),
        mode,
        true,
        "shop",
        "migration",
        Reading.of(Given.NOW.minus(ago)),
        Reading.missing(Reading.Why.NOT_APPLICABLE),
        List.of());
  }

  /// The lock of a worker at work.
  public static TableLock ofWorker(int pid, int n, Duration ago) {
    return new TableLock(
        pid,
        Given.key(n),
        "ShareUpdateExclusiveLock",
        true,
        "",
        "",
        Reading.of(Given.NOW.minus(ago)),
        Reading.of("VACUUM public.orders"),
        List.of());
  }

  /// A statement that waits for a lock somebody has.
  public static TableLock waits(int pid, int n, int blocker) {
    return waits(pid, n, "AccessExclusiveLock", blocker);
  }

  /// The same of any mode.
  public static TableLock waits(int pid, int n, String mode, int blocker) {
    return new TableLock(
        pid,
        Given.key(n),
        mode,
        false,
        "shop",
        "migration",
        Reading.of(Given.NOW),
        Reading.missing(Reading.Why.NOT_APPLICABLE),
        List.of(blocker));
  }

  /// A worker that waits for a lock somebody has.
  public static TableLock workerWaits(int pid, int n, int blocker, String task) {
    return new TableLock(
        pid,
        Given.key(n),
        "ShareUpdateExclusiveLock",
        false,
        "",
        "",
        Reading.of(Given.NOW),
        Reading.of(task),
        List.of(blocker));
  }
}
