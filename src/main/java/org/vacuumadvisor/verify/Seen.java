package org.vacuumadvisor.verify;

import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.Effect;

/// How a figure is seen from outside. What a promise calls the most dead rows at a time shows in
/// the runs of a log, in the counters per vacuum, and in `n_dead_tup` whenever somebody looked: the
/// three differ in size and agree in how they change.
enum Seen {
  REMOVED_PER_RUN(
      "dead rows that a vacuum found", Kind.RUN, run(each -> each.removed() + each.kept())),
  ENDED_PER_VACUUM(
      "rows updated or deleted from one vacuum to the next",
      Kind.VISIT,
      counted(TableLook::ended),
      counted(TableLook::vacuums)),
  DEAD("dead rows whenever it was looked at", Kind.LOOK, shown(TableLook::dead)),
  INSERTED_PER_VACUUM(
      "rows inserted from one vacuum to the next",
      Kind.VISIT,
      counted(TableLook::inserted),
      counted(TableLook::vacuums)),
  INSERTED(
      "rows inserted since the last vacuum, whenever it was looked at",
      Kind.LOOK,
      shown(TableLook::insertedSinceVacuum)),
  WRITTEN_PER_ANALYZE(
      "rows written from one analyze to the next",
      Kind.VISIT,
      counted(TableLook::written),
      counted(TableLook::analyzes)),
  CHANGED(
      "rows changed since the last analyze, whenever it was looked at",
      Kind.LOOK,
      shown(TableLook::changedSinceAnalyze)),
  PASSES_PER_RUN("passes over the indexes in a vacuum", Kind.RUN, run(TableRun::passes)),
  SECONDS_PER_ROW(
      "seconds of vacuum per thousand dead rows",
      Kind.SHARE,
      counted(TableLook::vacuumSeconds),
      thousands(counted(TableLook::ended))),
  LOGGED_SECONDS_PER_ROW(
      "seconds of vacuum per thousand dead rows",
      Kind.RUN,
      run(TableRun::seconds),
      thousands(run(TableRun::removed))),
  MOVED(
      "updates that left their page, of all",
      Kind.SHARE,
      counted(TableLook::moved),
      counted(TableLook::updated));

  private final String words;
  private final Kind kind;

  @SuppressWarnings("ImmutableEnumChecker") // a function without state
  private final ToDoubleFunction<Piece> over;

  @SuppressWarnings("ImmutableEnumChecker") // likewise
  private final ToDoubleFunction<Piece> under;

  /// By the piece.
  Seen(String words, Kind kind, ToDoubleFunction<Piece> over) {
    this(words, kind, over, _ -> 1);
  }

  Seen(String words, Kind kind, ToDoubleFunction<Piece> over, ToDoubleFunction<Piece> under) {
    this.words = words;
    this.kind = kind;
    this.over = over;
    this.under = under;
  }

  /// How it varies by itself.
  enum Kind {
    /// From run to run of a log.
    RUN,
    /// Counted by visits of autovacuum: few of them say little, however many looks there are.
    VISIT,
    /// With the point of the sawtooth at which somebody looks.
    LOOK,
    /// As the share of a long time.
    SHARE
  }

  /// Something of which figures can be seen: two looks, or a run.
  sealed interface Piece permits Interval, TableRun {
    Instant begin();

    /// When it ended.
    Instant at();
  }

  /// What was seen of a figure in one piece: the figure of several is the sum of the numerators
  /// over that of the denominators.
  ///
  /// @param over in the unit of the figure
  /// @param under how many of what it is counted by: vacuums, rows, looks
  record Block(Instant at, double over, double under) {}

  String inWords() {
    return words;
  }

  Kind kind() {
    return kind;
  }

  /// The ways to see a figure, the one that says most first.
  static List<Seen> of(Effect.Figure figure) {
    return switch (figure) {
      case DEAD_ROWS, WAIT -> List.of(REMOVED_PER_RUN, ENDED_PER_VACUUM, DEAD);
      case INSERTED_ROWS -> List.of(INSERTED_PER_VACUUM, INSERTED);
      case CHANGED_ROWS -> List.of(WRITTEN_PER_ANALYZE, CHANGED);
      case INDEX_PASSES -> List.of(PASSES_PER_RUN);
      case ASLEEP -> List.of(LOGGED_SECONDS_PER_ROW, SECONDS_PER_ROW);
      case MOVED_UPDATES -> List.of(MOVED);
    };
  }

  /// What pieces show of it; nothing where they cannot.
  List<Block> blocks(List<? extends Piece> pieces) {
    return pieces.stream()
        .map(each -> new Block(each.at(), over.applyAsDouble(each), under.applyAsDouble(each)))
        .filter(each -> Double.isFinite(each.over()) && Double.isFinite(each.under()))
        .toList();
  }

  private static ToDoubleFunction<Piece> run(Function<TableRun, @Nullable Number> figure) {
    return piece -> piece instanceof TableRun run ? number(figure.apply(run)) : Double.NaN;
  }

  private static ToDoubleFunction<Piece> counted(Function<TableLook, @Nullable Number> counter) {
    return piece -> piece instanceof Interval it ? it.counted(counter) : Double.NaN;
  }

  private static ToDoubleFunction<Piece> shown(Function<TableLook, @Nullable Number> figure) {
    return piece -> piece instanceof Interval it ? number(figure.apply(it.newer())) : Double.NaN;
  }

  private static ToDoubleFunction<Piece> thousands(ToDoubleFunction<Piece> rows) {
    return piece -> rows.applyAsDouble(piece) / 1e3;
  }

  private static double number(@Nullable Number value) {
    return value == null ? Double.NaN : value.doubleValue();
  }
}
