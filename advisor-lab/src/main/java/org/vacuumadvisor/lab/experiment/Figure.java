package org.vacuumadvisor.lab.experiment;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// A figure that every trial has, or none of a study.
public enum Figure {
  TPS("tps", "transactions a second", Unit.COUNT, each -> each.outcome().tps()),
  MEAN_MS("meanMs", "mean latency, ms", Unit.MS, each -> each.outcome().meanMs()),
  STDDEV_MS("stddevMs", "deviation of it, ms", Unit.MS, each -> each.outcome().stddevMs()),
  P99_MS("p99Ms", "99 % below, ms", Unit.MS, each -> each.outcome().p99Ms()),
  DEAD_ROWS("deadRows", "dead rows, mean", Unit.COUNT, each -> known(deadRows(each).average())),
  PEAK_DEAD_ROWS(
      "peakDeadRows",
      "dead rows, most",
      Unit.COUNT,
      each -> known(deadRows(each).asDoubleStream().max())),
  TABLE_BYTES("tableBytes", "tables at the end", Unit.BYTES, each -> bytes(each.tables())),
  INDEX_BYTES("indexBytes", "indexes at the end", Unit.BYTES, each -> bytes(each.indexes())),
  VACUUMS("vacuums", "autovacuum runs", Unit.COUNT, each -> (double) each.log().vacuums()),
  PAGES_READ(
      "vacuumPagesRead", "pages they read", Unit.COUNT, each -> (double) each.log().pagesRead()),
  PAGES_DIRTIED(
      "vacuumPagesDirtied",
      "pages they dirtied",
      Unit.COUNT,
      each -> (double) each.log().pagesDirtied()),
  FIRST_DIRTIED(
      "firstVacuumPagesDirtied",
      "pages dirtied by the first vacuum after a checkpoint",
      Unit.COUNT,
      each -> known(each.log().firstDirtied())),
  FIRST_WAL_BYTES(
      "firstVacuumWalBytes",
      "WAL of the first vacuum after a checkpoint",
      Unit.BYTES,
      each -> known(each.log().firstWalBytes())),
  WAL_BYTES("walBytes", "WAL in all", Unit.BYTES, each -> (double) each.wal().bytes()),
  FULL_PAGE_IMAGES(
      "fullPageImages",
      "full-page images in all",
      Unit.COUNT,
      each -> known(each.wal().fullPageImages().stream().asDoubleStream().max())),
  HEAP_FETCHES(
      "heapFetches",
      "heap fetches of an index-only scan, mean",
      Unit.COUNT,
      each ->
          known(
              each.samples().stream()
                  .map(Sample::heapFetches)
                  .flatMapToLong(OptionalLong::stream)
                  .average()));

  private enum Unit {
    COUNT,
    MS,
    BYTES
  }

  private final String id;
  private final String words;
  private final Unit unit;

  @SuppressWarnings("ImmutableEnumChecker")
  private final ToDoubleFunction<Trial> value;

  /// @param value not a number where there is none
  Figure(String id, String words, Unit unit, ToDoubleFunction<Trial> value) {
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
    double figure = value.applyAsDouble(trial);
    return Double.isNaN(figure) ? OptionalDouble.empty() : OptionalDouble.of(figure);
  }

  /// A value of it, for people.
  String shown(double figure) {
    return switch (unit) {
      case COUNT -> Quantities.count(figure);
      case MS -> String.format(Locale.ROOT, "%.2f", figure);
      case BYTES -> new Bytes(Math.round(figure)).toString();
    };
  }

  private static double known(OptionalDouble figure) {
    return figure.orElse(Double.NaN);
  }

  private static LongStream deadRows(Trial trial) {
    return trial.samples().stream().mapToLong(Sample::deadRows);
  }

  private static double bytes(List<RelationSize> relations) {
    return (double) relations.stream().mapToLong(RelationSize::bytes).sum();
  }
}
