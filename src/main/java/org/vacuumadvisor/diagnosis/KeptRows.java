package org.vacuumadvisor.diagnosis;

import java.time.Duration;
import java.util.Optional;
import org.vacuumadvisor.action.HeldSince;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.history.Hold;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.unit.XidAge;

/// When dead rows that vacuums keep are reported.
public final class KeptRows {
  /// PostgreSQL's default threshold: a table that keeps more than that is vacuumed again and again.
  private static final double BASE = 50;

  private static final double SCALE = 0.2;

  /// Of a vacuum that removed nothing, the part of the table that tells whatever the age of its
  /// cutoff. Our choice: less may have died while it ran.
  private static final double TELLING_PART = 0.1;

  /// About a minute of a busy server.
  public static final long OLD = 100_000;

  /// The default of `autovacuum_freeze_max_age`.
  public static final long FREEZE_MAX_AGE = 200_000_000;

  static final Duration LONG = Duration.ofMinutes(1);

  /// More than die by chance while one vacuum runs. Our choice.
  public static final long MANY = 10_000;

  /// Much in a table of whatever size. Our choice.
  private static final long VERY_MANY = 1_000_000;

  /// No server kills 10,000 rows of a table in so many seconds in passing.
  private static final double MOMENT = 1;

  /// Transactions that write, in a second of a very busy server. Our choice.
  private static final double MOST_ASSIGNED = 10_000;

  private KeptRows() {}

  /// Whether so much is kept that autovacuum would come again by its defaults, and whether it can
  /// be more than what died while a single vacuum ran. Up to 14 no age of the cutoff is printed:
  /// there more rows kept than left alive have to do.
  public static boolean isTelling(Hold hold) {
    var last = hold.last();
    long kept = last.kept();
    // it read the table for nothing: how large a part these rows are tells how bad that is
    boolean isForNothing = isOld(last) && last.removed() == 0 && kept >= MANY;
    if (isForNothing || isMuchOfNothingRemoved(last)) {
      return true;
    }
    if ((double) kept <= threshold(last)) {
      return false;
    }
    return hold.runs() > 1
        || isOld(last)
        || kept > last.removed()
        || (last.outcome().cutoff() == null && kept >= MANY && kept > last.live());
  }

  /// Whether it could remove none of many: they had died before it began, for so many do not die
  /// within a second. Of what autovacuum keeps the age of its cutoff says more, where it is
  /// printed.
  private static boolean isMuchOfNothingRemoved(Run run) {
    var elapsed = run.elapsedSeconds();
    boolean isAgeNeedless = run.isByHand() || run.outcome().cutoff() == null;
    return isAgeNeedless
        && elapsed != null
        && elapsed <= MOMENT
        && run.removed() == 0
        && run.kept() >= MANY
        && (double) run.kept() > TELLING_PART * (double) run.live();
  }

  /// Whether so much is kept that autovacuum comes again for it, or nearly so.
  public static boolean isMuch(Run run) {
    return (double) run.kept() > threshold(run)
        || run.kept() >= VERY_MANY
        || isMuchOfNothingRemoved(run);
  }

  /// The time in which a table's dead rows had to stay, if that lasts.
  public static Optional<Hold> open(TableHistory table) {
    return table.milestones().hold().filter(hold -> !hold.isOver()).filter(KeptRows::isTelling);
  }

  public static boolean isHeld(TableHistory table) {
    return open(table).isPresent();
  }

  /// Past the vacuum threshold by PostgreSQL's defaults, for a table of as many live rows.
  public static double threshold(Run run) {
    return BASE + SCALE * (double) run.live();
  }

  public static boolean isOld(Run run) {
    var cutoff = run.outcome().cutoff();
    return cutoff != null && cutoff.age() > OLD;
  }

  /// Whether its cutoff is older than such transactions as were assigned while it ran: it stood
  /// still before that. Where the one before had frozen as far, it stood still since then.
  public static boolean isStandingStill(Run run) {
    var cutoff = run.outcome().cutoff();
    var elapsed = run.elapsedSeconds();
    var moved = run.outcome().newRelfrozenXid();
    return cutoff != null
        && isOld(run)
        && (elapsed == null
            || (double) cutoff.age()
                > Math.min((double) FREEZE_MAX_AGE, OLD + elapsed * MOST_ASSIGNED)
            || (moved != null && moved.value() == cutoff.xid() && moved.ahead() < OLD / 100));
  }

  /// Whether a vacuum removed nothing and kept more rows than the table has alive: no single vacuum
  /// is overtaken by so many.
  public static boolean isWithoutEffect(Run run) {
    return run.removed() == 0 && run.kept() >= MANY && run.kept() > run.live();
  }

  /// Whether it lasted long enough to be no passing matter: by the clock, by age, or by the number
  /// of vacuums that removed nothing.
  public static boolean isLasting(Hold hold) {
    return hold.runs() > 2
        || isOld(hold.last())
        || isWithoutEffect(hold.last())
        || hold.atLeast().filter(time -> time.compareTo(LONG) < 0).isEmpty();
  }

  /// Whether somebody is shown who keeps the table's dead rows, or a log shows that vacuum could
  /// not remove them.
  public static boolean isHolderShown(TableEvidence table) {
    return table.all().holders().stream()
            .filter(holder -> holder.reach().covers(table.relation()))
            .map(holder -> HeldSince.of(holder, table.all().survey()).map(HeldSince::time))
            .anyMatch(since -> !HeldRows.isAtWork(table.relation(), since, table.all()))
        || table
            .history()
            .flatMap(told -> told.milestones().hold())
            .map(hold -> hold.last().outcome().tuples().deadNotRemovable())
            .filter(kept -> kept > 0)
            .isPresent();
  }

  /// Whether somebody is shown who has kept the table's dead rows for long.
  public static boolean isOldHolderShown(TableEvidence table) {
    return table.all().holders().stream()
        .filter(holder -> holder.reach().covers(table.relation()))
        .anyMatch(holder -> holder.isOlderThan(new XidAge(OLD)));
  }
}
