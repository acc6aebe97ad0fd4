package org.vacuumadvisor.workload;

import static org.vacuumadvisor.workload.Phrases.rows;

import java.time.Instant;
import org.vacuumadvisor.model.Activity;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.unit.Share;

/// What applications do to a table, as far as its vacuums tell: how much they remove, how much they
/// leave, and whether the table grows. Reads do not show in them, so nothing is ever called
/// read-heavy, and no verdict is quite sure.
public final class LoggedWorkload {
  /// Fewer vacuums show no habit.
  private static final long FEWEST = 3;

  /// A table that turns over so often its size in a log, and is mostly garbage when vacuum comes.
  private static final double TURNOVERS = 10;

  /// Dead rows of a table that hardly has any.
  private static final double HARDLY = 0.01;

  private static final double GROWN = 1.05;
  private static final double SMALL = 1_000;

  /// Autovacuum by its default comes when a fifth of the table is dead.
  private static final double STEADY = 0.05;

  private LoggedWorkload() {}

  /// Undetermined where too few vacuums were logged, or they say nothing clear.
  public static Workload of(TableHistory table, History history) {
    return verdict(table)
        .over(
            Activity.NONE,
            new Period.SinceReset(
                history.from().map(Reading::of).orElseGet(LoggedWorkload::notCollected),
                history.to().orElse(Instant.EPOCH)));
  }

  private static Reading<Instant> notCollected() {
    return Reading.missing(Reading.Why.NOT_COLLECTED);
  }

  private static Verdict verdict(TableHistory table) {
    var removed = table.removed();
    var remain = table.remain();
    if (remain.count() < FEWEST || removed.count() < FEWEST) {
      return Verdict.undetermined("%d of its vacuums were logged".formatted(remain.count()));
    }
    double left = Math.max(1, remain.median());
    double turnovers = removed.sum() / left;
    if (removed.median() >= left && turnovers >= TURNOVERS) {
      return Verdict.of(
          WorkloadClass.QUEUE_CHURN,
          Confidence.MEDIUM,
          "%s removed by a vacuum, %s left"
              .formatted(rows(round(removed.median())), rows(round(remain.median()))),
          "%s removed in all".formatted(rows(round(removed.sum()))));
    }
    boolean grows = grows(table);
    if (removed.sum() <= HARDLY * remain.most() && grows) {
      return Verdict.of(
          WorkloadClass.INSERT_ONLY,
          Confidence.MEDIUM,
          "%s removed by %d vacuums".formatted(rows(round(removed.sum())), removed.count()),
          "grew to %s".formatted(rows(round(remain.most()))));
    }
    if (!grows && removed.median() >= STEADY * left) {
      return Verdict.of(
          WorkloadClass.TPC_C,
          Confidence.LOW,
          "a vacuum removes %s of the rows"
              .formatted(Share.of(removed.median(), left + removed.median())),
          "the rows left stay about as many");
    }
    return Verdict.undetermined("reads do not show in logs");
  }

  /// Tenfold from one vacuum to the next is a load, or another table whose name somebody masked.
  private static boolean grows(TableHistory table) {
    double first = table.milestones().first().map(Run::live).orElse(0L);
    double latest = table.milestones().latest().map(Run::live).orElse(0L);
    return latest >= GROWN * Math.max(1, first)
        && latest <= Math.pow(10, (double) table.remain().count() - 1) * Math.max(SMALL, first);
  }

  private static long round(double rows) {
    return Math.round(rows);
  }
}
