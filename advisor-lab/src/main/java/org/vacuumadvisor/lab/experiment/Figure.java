package org.vacuumadvisor.lab.experiment;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// A figure that every trial has, or none of a study.
public enum Figure {
  TPS("tps", "transactions a second", Unit.COUNT, trial -> measured(trial.outcome().tps())),
  MEAN_MS("meanMs", "mean latency, ms", Unit.MS, trial -> measured(trial.outcome().meanMs())),
  STDDEV_MS(
      "stddevMs", "deviation of it, ms", Unit.MS, trial -> measured(trial.outcome().stddevMs())),
  P99_MS("p99Ms", "99 % below, ms", Unit.MS, trial -> measured(trial.outcome().p99Ms())),
  DEAD_ROWS(
      "deadRows",
      "dead rows, mean",
      Unit.COUNT,
      trial -> samples(trial, Sample::deadRows).average()),
  PEAK_DEAD_ROWS(
      "peakDeadRows",
      "dead rows, most",
      Unit.COUNT,
      trial -> samples(trial, Sample::deadRows).asDoubleStream().max()),
  TABLE_BYTES("tableBytes", "tables at the end", Unit.BYTES, trial -> bytes(trial.tables())),
  INDEX_BYTES("indexBytes", "indexes at the end", Unit.BYTES, trial -> bytes(trial.indexes())),
  VACUUMS(
      "vacuums", "autovacuum runs", Unit.COUNT, trial -> measured((double) trial.log().vacuums())),
  PAGES_READ(
      "vacuumPagesRead",
      "pages they read",
      Unit.COUNT,
      trial -> measured((double) trial.log().pagesRead())),
  PAGES_DIRTIED(
      "vacuumPagesDirtied",
      "pages they dirtied",
      Unit.COUNT,
      trial -> measured((double) trial.log().pagesDirtied())),
  FIRST_DIRTIED(
      "firstVacuumPagesDirtied",
      "pages dirtied by the first vacuum after a checkpoint",
      Unit.COUNT,
      trial -> trial.log().firstDirtied()),
  FIRST_WAL_BYTES(
      "firstVacuumWalBytes",
      "WAL of the first vacuum after a checkpoint",
      Unit.BYTES,
      trial -> trial.log().firstWalBytes()),
  WAL_BYTES("walBytes", "WAL in all", Unit.BYTES, trial -> measured((double) trial.wal().bytes())),
  FULL_PAGE_IMAGES(
      "fullPageImages",
      "full-page images in all",
      Unit.COUNT,
      trial -> trial.wal().fullPageImages().stream().asDoubleStream().max()),
  HEAP_FETCHES(
      "heapFetches",
      "heap fetches of an index-only scan, mean",
      Unit.COUNT,
      trial ->
          trial.samples().stream()
              .map(Sample::heapFetches)
              .flatMapToLong(OptionalLong::stream)
              .average());

  private enum Unit {
    COUNT,
    MS,
    BYTES
  }

  private final String id;
  private final String words;
  private final Unit unit;

  @SuppressWarnings("ImmutableEnumChecker")
  private final Function<Trial, OptionalDouble> value;

  Figure(String id, String words, Unit unit, Function<Trial, OptionalDouble> value) {
    this.id = id;
    this.words = words;
    this.unit = unit;
    this.value = value;
  }

  /// Its name in JSON.
  public String id() {
    return id;
  }

  /// Its name for people.
  public String words() {
    return words;
  }

  /// Its value in a trial; empty where there is none.
  public OptionalDouble of(Trial trial) {
    return value.apply(trial);
  }

  /// A value of it, for people.
  String shown(double figure) {
    return switch (unit) {
      case COUNT -> Quantities.count(figure);
      case MS -> String.format(Locale.ROOT, "%.2f", figure);
      case BYTES -> new Bytes(Math.round(figure)).toString();
    };
  }

  private static OptionalDouble measured(double figure) {
    return OptionalDouble.of(figure);
  }

  private static LongStream samples(Trial trial, ToLongFunction<Sample> which) {
    return trial.samples().stream().mapToLong(which);
  }

  private static OptionalDouble bytes(List<RelationSize> relations) {
    return measured((double) relations.stream().mapToLong(RelationSize::bytes).sum());
  }
}
