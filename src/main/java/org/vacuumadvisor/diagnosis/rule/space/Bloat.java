package org.vacuumadvisor.diagnosis.rule.space;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.action.Rewrites;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.evidence.TableFigures;
import org.vacuumadvisor.evidence.Truth;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.space.Excess;
import org.vacuumadvisor.space.SpaceEstimate.Basis;
import org.vacuumadvisor.space.SpaceEstimate.Estimated;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Confidence;

/// Space in a file that no row uses, and whether it is to be reported: only what is certain at the
/// least counts, and not the room that rows need which die between two vacuums.
///
/// @param room what the table fills again between two vacuums
record Bloat(Space space, Room room) {
  /// Less is not reported: pg_index_watch rebuilds from so much on.
  static final Bytes MIN_SURPLUS = Bytes.ofMegabytes(10);

  /// So much is a warning, as check_postgres has it.
  static final Bytes WORTH_A_REWRITE = Bytes.ofGigabytes(1);

  /// The part of the file: pg_index_watch rebuilds at twice the best size.
  static final Share MIN_PART = new Share(0.5);

  /// The part of a file from which on a gigabyte counts that was measured, as the queries of
  /// PostgreSQL Experts have it; of estimates, which may err, ten.
  private static final Share MIN_PART_IF_LARGE = new Share(0.25);

  private static final Bytes LARGE_ESTIMATE = Bytes.ofGigabytes(10);

  /// Our choice: four times the best size.
  private static final Share MOST = new Share(0.75);

  /// In the file of a table.
  static Bloat of(Space space, TableEvidence table) {
    return new Bloat(space, Room.of(table, space.estimate()));
  }

  private Estimated estimate() {
    return space.estimate();
  }

  /// Whether it is to be reported; unknown where it depends on how many rows die, which nobody
  /// shows.
  Truth isReported() {
    var least = surplus(room.most());
    var most = surplus(room.least());
    return isReported(least) ? Truth.YES : isReported(most) ? Truth.UNKNOWN : Truth.NO;
  }

  private boolean isReported(Bytes surplus) {
    var part = estimate().leastBloat();
    return (surplus.compareTo(MIN_SURPLUS) >= 0 && part.compareTo(MIN_PART) >= 0)
        || (surplus.compareTo(estimate().isMeasured() ? WORTH_A_REWRITE : LARGE_ESTIMATE) >= 0
            && part.compareTo(MIN_PART_IF_LARGE) >= 0);
  }

  private Bytes surplus(Bytes needed) {
    return estimate().leastExcess().minus(needed);
  }

  /// What would be given back at the least, and not be needed again at once.
  Bytes surplus() {
    return surplus(room.most());
  }

  /// Of a server that was read itself free space that new rows use again is no problem; who shows a
  /// table asks about it.
  Severity severity(TableEvidence table) {
    return isLeft(table) || (table.all().isReadWhole() && isSmall() && !isMostlyFree(table))
        ? Severity.INFO
        : severity();
  }

  /// Whether most of the file is free, as after a purge, and would be if the dead rows in it were
  /// alive: it is not full of rows that a vacuum is about to remove.
  private boolean isMostlyFree(TableEvidence table) {
    double dead = (double) table.ask(TableFigures.DEAD_ROWS).or(0L);
    double rows = Math.max(1, table.ask(TableFigures.ROWS).or(1.0));
    return MOST.rest().fraction() * (double) size().count()
            >= (1 + dead / rows) * (double) needed().count()
        && estimate().leastBloat().compareTo(MOST) >= 0
        && withRest(table).compareTo(Rewrites.WORTH_WHILE_READ) >= 0;
  }

  /// What a rewrite gives back at the least: it writes the whole table anew, with its indexes.
  private Bytes withRest(TableEvidence table) {
    return estimate().leastExcess().plus(Excess.beside(table.relation(), table.all().survey()));
  }

  /// Whether it is what a vacuum leaves to new rows, as designed, and no more is known of it.
  boolean isLeft(TableEvidence table) {
    boolean isOnce = table.all().isReadWhole() || HeapSpace.isOfVacuumByHand(table);
    return estimate().basis() == Basis.COUNTED && isSmall() && !(isOnce && isMostlyFree(table));
  }

  private boolean isSmall() {
    return size().minus(needed()).compareTo(WORTH_A_REWRITE) < 0;
  }

  Severity severity() {
    return surplus().compareTo(WORTH_A_REWRITE) >= 0
            && estimate().leastBloat().compareTo(MIN_PART) >= 0
        ? Severity.WARNING
        : Severity.ADVICE;
  }

  Confidence confidence() {
    return switch (estimate().basis()) {
      case MEASURED -> Confidence.HIGH;
      case STATISTICS, SHOWN -> Confidence.MEDIUM;
      case COUNTED -> Confidence.LOW;
    };
  }

  /// What would measure it; null where that was done.
  ///
  /// @param statement `SELECT * FROM pgstattuple(…)`
  @Nullable String toBeCertain(String statement) {
    return switch (estimate().basis()) {
      case MEASURED -> null;
      case STATISTICS -> "To measure it: " + statement + ".";
      case SHOWN, COUNTED -> statement + " measures it.";
    };
  }

  /// Whether somebody's estimate leaves room for no entry: it was reckoned without statistics.
  boolean isHollow() {
    return estimate().basis() == Basis.SHOWN && estimate().most().count() <= 1;
  }

  /// "62 % of the 812 MB".
  String words() {
    return "%s%s of the %s"
        .formatted(
            isHollow() ? "by an estimate that leaves room for no entry, " : "",
            estimate().basis() == Basis.COUNTED
                ? estimate().leastBloat().atLeast()
                : estimate().bloat(),
            size());
  }

  /// What the rows need at the most.
  Bytes needed() {
    return bytes(estimate().most().count());
  }

  Bytes size() {
    return estimate().actual().bytes(estimate().blockSize());
  }

  /// @param what `table`, `index`
  /// @param sizeFrom where its size was read
  Facts facts(String what, Source sizeFrom) {
    return new Facts()
        .facts(space.facts())
        .observed("size of the " + what, size(), sizeFrom)
        .observed("what is in it needs at most", needed(), ground())
        .observed(
            "a rewrite would give back at least",
            estimate().leastBloat(),
            new Source.Derived("the difference", List.of()))
        .observed(
            "needed again between two vacuums, at most",
            Optional.of(room.most()).filter(most -> !most.equals(Bytes.NONE)),
            "rows that die until the vacuum threshold is reached")
        .convention(
            "limit",
            "%s of the file and %s, or %s and %s where it was measured; a warning from %s"
                .formatted(
                    MIN_PART, MIN_SURPLUS, MIN_PART_IF_LARGE, WORTH_A_REWRITE, WORTH_A_REWRITE),
            "pg_index_watch rebuilds at twice the best size from 10 MB; the queries of PostgreSQL"
                + " Experts list a quarter and 1 GB; check_postgres warns at 1 GB");
  }

  private String ground() {
    return switch (estimate().basis()) {
      case MEASURED -> "pgstattuple or pgstatindex";
      case STATISTICS -> "estimated from pg_stats and pg_class";
      case SHOWN -> "the estimate that was shown";
      case COUNTED -> "the rows there are, as long as they may be";
    };
  }

  /// What a rewrite does to the size.
  Effect effect(String what) {
    return switch (estimate().basis()) {
      case MEASURED, STATISTICS, SHOWN ->
          new Effect.Predicted(
              "size of the " + what,
              size().toString(),
              bytes(estimate().fewest().count()).toString(),
              needed().toString(),
              switch (estimate().basis()) {
                case MEASURED -> "what pgstattuple measured";
                case SHOWN, COUNTED -> "the estimate that was shown";
                case STATISTICS ->
                    "row widths of pg_stats laid out as a rewrite would; see"
                        + " docs/experiments/bloat.md";
              });
      case COUNTED ->
          new Effect.NotPredicted(
              "at most %s of the %s are needed; how little would do is not known"
                  .formatted(needed(), size()));
    };
  }

  private Bytes bytes(long pages) {
    return new Bytes(pages * estimate().blockSize());
  }
}
