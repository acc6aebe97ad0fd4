package org.vacuumadvisor.verify;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.Effect;

/// How a figure is seen from outside. What a promise calls the most dead rows at a time shows in
/// the runs of a log, in the counters per vacuum, and in `n_dead_tup` whenever somebody looked: the
/// three differ in size and agree in how they change.
enum Seen {
  REMOVED_PER_RUN("dead rows that a vacuum found"),
  ENDED_PER_VACUUM("rows updated or deleted from one vacuum to the next"),
  DEAD("dead rows whenever it was looked at"),
  INSERTED_PER_VACUUM("rows inserted from one vacuum to the next"),
  INSERTED("rows inserted since the last vacuum, whenever it was looked at"),
  WRITTEN_PER_ANALYZE("rows written from one analyze to the next"),
  CHANGED("rows changed since the last analyze, whenever it was looked at"),
  PASSES_PER_RUN("passes over the indexes in a vacuum"),
  SECONDS_PER_ROW("seconds of vacuum per thousand dead rows"),
  LOGGED_SECONDS_PER_ROW("seconds of vacuum per thousand dead rows"),
  MOVED("updates that left their page, of all"),
  SECONDS_PER_WRITTEN("seconds of all vacuums per thousand written rows"),
  DIRTIED_PER_ROW("pages dirtied by vacuum per thousand dead rows");

  private static final double THOUSAND = 1e3;

  private final String words;

  Seen(String words) {
    this.words = words;
  }

  String inWords() {
    return words;
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

  /// Whether it is seen in the runs of a log.
  boolean isLogged() {
    return switch (this) {
      case REMOVED_PER_RUN, PASSES_PER_RUN, LOGGED_SECONDS_PER_ROW, DIRTIED_PER_ROW -> true;
      case ENDED_PER_VACUUM,
          DEAD,
          INSERTED_PER_VACUUM,
          INSERTED,
          WRITTEN_PER_ANALYZE,
          CHANGED,
          SECONDS_PER_ROW,
          MOVED,
          SECONDS_PER_WRITTEN ->
          false;
    };
  }

  /// Whether it is counted by visits of autovacuum: few of them say little, however many looks
  /// there are.
  boolean isPerVisit() {
    return this == ENDED_PER_VACUUM || this == INSERTED_PER_VACUUM || this == WRITTEN_PER_ANALYZE;
  }

  /// What runs show.
  List<Block> runs(Stream<TableRun> runs) {
    return runs.flatMap(each ->
            switch (this) {
              case REMOVED_PER_RUN -> block(each, (double) each.removed() + each.kept(), 1);
              case PASSES_PER_RUN -> block(each, number(each.passes()), 1);
              case LOGGED_SECONDS_PER_ROW ->
                  block(each, number(each.seconds()), each.removed() / THOUSAND);
              case DIRTIED_PER_ROW ->
                  block(each, number(each.dirtied()), each.removed() / THOUSAND);
              default -> Stream.<Block>empty();
            })
        .toList();
  }

  private static Stream<Block> block(TableRun run, double over, double under) {
    return Double.isNaN(over) ? Stream.empty() : Stream.of(new Block(run.at(), over, under));
  }

  /// What intervals show.
  List<Block> intervals(List<Interval> intervals) {
    return intervals.stream()
        .map(each ->
            switch (this) {
              case ENDED_PER_VACUUM -> block(each, each.ended(), each.vacuums());
              case INSERTED_PER_VACUUM -> block(each, each.inserted(), each.vacuums());
              case WRITTEN_PER_ANALYZE -> block(each, each.written(), each.analyzes());
              case DEAD -> block(each, look(each, TableLook::dead), 1);
              case INSERTED -> block(each, look(each, TableLook::insertedSinceVacuum), 1);
              case CHANGED -> block(each, look(each, TableLook::changedSinceAnalyze), 1);
              case SECONDS_PER_ROW -> block(each, each.vacuumSeconds(), each.ended() / THOUSAND);
              case MOVED -> block(each, each.moved(), each.updated());
              case SECONDS_PER_WRITTEN ->
                  block(
                      each,
                      difference(each, look -> number(look.vacuumSeconds())),
                      difference(each, look -> (double) look.written()) / THOUSAND);
              default -> new Block(each.to(), Double.NaN, Double.NaN);
            })
        .filter(each -> Double.isFinite(each.over()) && Double.isFinite(each.under()))
        .toList();
  }

  private static Block block(Interval interval, double over, double under) {
    return new Block(interval.to(), over, under);
  }

  private static double look(Interval interval, Function<TableLook, @Nullable Long> figure) {
    return number(figure.apply(interval.newer()));
  }

  private static double difference(Interval interval, ToDoubleFunction<Look> figure) {
    return figure.applyAsDouble(interval.after())
        - (interval.older() == null ? 0 : figure.applyAsDouble(interval.before()));
  }

  private static double number(@Nullable Number value) {
    return value == null ? Double.NaN : value.doubleValue();
  }
}
