package org.vacuumadvisor.lab.experiment;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/// A figure that every trial has, or none of a study.
public enum Figure {
  TPS("tps", "transactions a second"),
  MEAN_MS("meanMs", "mean latency, ms"),
  STDDEV_MS("stddevMs", "deviation of it, ms"),
  P99_MS("p99Ms", "99 % below, ms"),
  DEAD_ROWS("deadRows", "dead rows, mean"),
  PEAK_DEAD_ROWS("peakDeadRows", "dead rows, most"),
  TABLE_BYTES("tableBytes", "tables at the end"),
  INDEX_BYTES("indexBytes", "indexes at the end"),
  VACUUMS("vacuums", "autovacuum runs"),
  PAGES_READ("vacuumPagesRead", "pages they read"),
  PAGES_DIRTIED("vacuumPagesDirtied", "pages they dirtied"),
  FIRST_DIRTIED("firstVacuumPagesDirtied", "pages dirtied by the first vacuum after a checkpoint"),
  FIRST_WAL_BYTES("firstVacuumWalBytes", "WAL of the first vacuum after a checkpoint"),
  WAL_BYTES("walBytes", "WAL in all"),
  FULL_PAGE_IMAGES("fullPageImages", "full-page images in all"),
  HEAP_FETCHES("heapFetches", "heap fetches of an index-only scan, mean");

  private final String id;
  private final String words;

  Figure(String id, String words) {
    this.id = id;
    this.words = words;
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
    return switch (this) {
      case TPS -> OptionalDouble.of(trial.outcome().tps());
      case MEAN_MS -> OptionalDouble.of(trial.outcome().meanMs());
      case STDDEV_MS -> OptionalDouble.of(trial.outcome().stddevMs());
      case P99_MS -> OptionalDouble.of(trial.outcome().p99Ms());
      case DEAD_ROWS -> trial.samples().stream().mapToLong(Sample::deadRows).average();
      case PEAK_DEAD_ROWS -> most(trial, Sample::deadRows);
      case TABLE_BYTES -> counted(trial.tableBytes());
      case INDEX_BYTES -> counted(trial.indexBytes());
      case VACUUMS -> counted(trial.vacuums().vacuums());
      case PAGES_READ -> counted(trial.vacuums().pagesRead());
      case PAGES_DIRTIED -> counted(trial.vacuums().pagesDirtied());
      case FIRST_DIRTIED -> trial.vacuums().firstDirtied();
      case FIRST_WAL_BYTES -> trial.vacuums().firstWalBytes();
      case WAL_BYTES -> counted(trial.wal().bytes());
      case FULL_PAGE_IMAGES -> counted(trial.wal().fullPageImages());
      case HEAP_FETCHES ->
          trial.samples().stream()
              .map(Sample::heapFetches)
              .filter(OptionalLong::isPresent)
              .mapToLong(OptionalLong::getAsLong)
              .average();
    };
  }

  private static OptionalDouble most(Trial trial, ToLongFunction<Sample> which) {
    return counted(trial.samples().stream().mapToLong(which).max());
  }

  private static OptionalDouble counted(OptionalLong value) {
    return value.isPresent() ? counted(value.getAsLong()) : OptionalDouble.empty();
  }

  private static OptionalDouble counted(long value) {
    return OptionalDouble.of((double) value);
  }
}
