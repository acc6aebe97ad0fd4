package org.vacuumadvisor.verify;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.Effect;

/// How a figure is seen from outside, as so much of one counter by another. What a promise calls
/// the most dead rows at a time shows in what ended from one vacuum to the next: the two differ in
/// size and agree in how they change.
enum Seen {
  ENDED_PER_VACUUM(
      "rows updated or deleted from one vacuum to the next",
      true,
      Look.Table::ended,
      Look.Table::vacuums),
  INSERTED_PER_VACUUM(
      "rows inserted from one vacuum to the next", true, Look.Table::inserted, Look.Table::vacuums),
  WRITTEN_PER_ANALYZE(
      "rows written from one analyze to the next", true, Look.Table::written, Look.Table::analyzes),
  PASSES_PER_VACUUM(
      "passes over the indexes in a vacuum", true, Look.Table::passes, Look.Table::vacuums),
  SECONDS_PER_ROW(
      "seconds of vacuum per thousand dead rows",
      false,
      Look.Table::vacuumSeconds,
      each -> each.ended() == null ? null : (Double) (each.ended() / 1e3)),
  MOVED("updates that left their page, of all", false, Look.Table::moved, Look.Table::updated);

  private final String words;
  private final boolean isOfVisits;

  @SuppressWarnings("ImmutableEnumChecker") // a function without state
  private final Function<Look.Table, @Nullable Number> over;

  @SuppressWarnings("ImmutableEnumChecker") // likewise
  private final Function<Look.Table, @Nullable Number> under;

  Seen(
      String words,
      boolean isOfVisits,
      Function<Look.Table, @Nullable Number> over,
      Function<Look.Table, @Nullable Number> under) {
    this.words = words;
    this.isOfVisits = isOfVisits;
    this.over = over;
    this.under = under;
  }

  /// What was seen of a figure in one interval: the figure of several is the sum of the numerators
  /// over that of the denominators.
  ///
  /// @param over in the unit of the figure
  /// @param under how many of what it is counted by: vacuums, rows
  record Block(double over, double under) {}

  String inWords() {
    return words;
  }

  /// Whether it is counted by visits of autovacuum, of which few say little, however many looks
  /// there are; else it is the share of a long time.
  boolean isOfVisits() {
    return isOfVisits;
  }

  static Seen of(Effect.Figure figure) {
    return switch (figure) {
      case DEAD_ROWS, WAIT -> ENDED_PER_VACUUM;
      case INSERTED_ROWS -> INSERTED_PER_VACUUM;
      case CHANGED_ROWS -> WRITTEN_PER_ANALYZE;
      case INDEX_PASSES -> PASSES_PER_VACUUM;
      case ASLEEP -> SECONDS_PER_ROW;
      case MOVED_UPDATES -> MOVED;
    };
  }

  /// What intervals show of it; nothing where they cannot.
  List<Block> blocks(List<Interval> intervals) {
    return intervals.stream()
        .map(each -> new Block(each.counted(over), each.counted(under)))
        .filter(each -> Double.isFinite(each.over()) && Double.isFinite(each.under()))
        .toList();
  }
}
