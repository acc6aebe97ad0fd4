package org.vacuumadvisor.lab.experiment;

import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/// A figure that every trial has, or none of a study.
public enum Figure {
  TPS("tps", "transactions a second", each -> known(each.outcome().tps())),
  MEAN_MS("meanMs", "mean latency, ms", each -> known(each.outcome().meanMs())),
  STDDEV_MS("stddevMs", "deviation of it, ms", each -> known(each.outcome().stddevMs())),
  P99_MS("p99Ms", "99 % below, ms", each -> known(each.outcome().p99Ms())),
  DEAD_ROWS("deadRows", "dead rows, mean", each -> mean(each, Sample::deadRows)),
  PEAK_DEAD_ROWS("peakDeadRows", "dead rows, most", each -> most(each, Sample::deadRows)),
  TABLE_BYTES("tableBytes", "tables at the end, bytes", each -> known(each.tableBytes())),
  INDEX_BYTES("indexBytes", "indexes at the end, bytes", each -> known(each.indexBytes())),
  VACUUMS("vacuums", "autovacuum runs", each -> known(each.vacuums().vacuums())),
  PAGES_READ("vacuumPagesRead", "pages they read", each -> known(each.vacuums().pagesRead())),
  PAGES_DIRTIED(
      "vacuumPagesDirtied", "pages they dirtied", each -> known(each.vacuums().pagesDirtied())),
  FIRST_DIRTIED(
      "firstVacuumPagesDirtied",
      "pages dirtied by the first vacuum after a checkpoint",
      each -> each.vacuums().firstDirtied()),
  FIRST_WAL_BYTES(
      "firstVacuumWalBytes",
      "WAL of the first vacuum after a checkpoint, bytes",
      each -> each.vacuums().firstWalBytes()),
  WAL_BYTES("walBytes", "WAL in all, bytes", each -> known(each.wal().bytes())),
  FULL_PAGE_IMAGES(
      "fullPageImages",
      "full-page images in all",
      each ->
          each.wal().fullPageImages().isPresent()
              ? known(each.wal().fullPageImages().getAsLong())
              : OptionalDouble.empty()),
  HEAP_FETCHES(
      "heapFetches",
      "heap fetches of an index-only scan, mean",
      each ->
          each.samples().stream()
              .filter(sample -> sample.heapFetches().isPresent())
              .mapToLong(sample -> sample.heapFetches().getAsLong())
              .average());

  private final String id;
  private final String words;
  private final Function<Trial, OptionalDouble> of;

  Figure(String id, String words, Function<Trial, OptionalDouble> of) {
    this.id = id;
    this.words = words;
    this.of = of;
  }

  /// Its name in JSON.
  public String id() {
    return id;
  }

  /// Its name for people, with the unit.
  public String words() {
    return words;
  }

  /// Its value in a trial; empty where there is none.
  public OptionalDouble of(Trial trial) {
    return of.apply(trial);
  }

  private static OptionalDouble known(double value) {
    return OptionalDouble.of(value);
  }

  private static OptionalDouble mean(Trial trial, ToLongFunction<Sample> which) {
    return trial.samples().stream().mapToLong(which).average();
  }

  private static OptionalDouble most(Trial trial, ToLongFunction<Sample> which) {
    var most = trial.samples().stream().mapToLong(which).max();
    return most.isPresent() ? known(most.getAsLong()) : OptionalDouble.empty();
  }
}
