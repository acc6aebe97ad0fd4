package org.vacuumadvisor.diagnosis.rule;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// The record of an automatic vacuum as PostgreSQL 18 writes it, with figures of a test's own.
public final class RunText {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

  static final Instant MIDNIGHT = Instant.parse("2026-11-21T00:00:00Z");

  private final String table;
  private Instant end = MIDNIGHT;
  private String kind = "automatic vacuum";
  private double seconds = 1;
  private long scans = 1;
  private long pages = 1_000;
  private long scanned = 1_000;
  private long removed = 100;
  private long remain = 10_000;
  private long kept;
  private String cutoff = "5000";
  private long age = 3;
  private String frozen = "0 pages from table (0.00% of total) had 0 tuples frozen";
  private String advance = "";
  private String missed = "";
  private String indexScan =
      "needed: 100 pages from table (10.00% of total) had 100 dead item identifiers removed";
  private String index = "";
  private String delay = "";
  private String buffers = "1000 hits, 100 reads, 10 dirtied";

  private RunText(String table) {
    this.table = table;
  }

  /// A VACUUM of one table, as it is logged.
  ///
  /// @param table with database and schema
  public static RunText vacuum(String table) {
    return new RunText(table);
  }

  /// It ended so long after midnight.
  public RunText at(Duration sinceMidnight) {
    end = MIDNIGHT.plus(sinceMidnight);
    return this;
  }

  public RunText forced() {
    kind = "automatic aggressive vacuum to prevent wraparound";
    return this;
  }

  public RunText took(double elapsed) {
    seconds = elapsed;
    return this;
  }

  RunText scans(long indexScans) {
    scans = indexScans;
    return this;
  }

  public RunText pages(long remaining, long looked) {
    pages = remaining;
    scanned = looked;
    return this;
  }

  public RunText rows(long gone, long left) {
    removed = gone;
    remain = left;
    return this;
  }

  RunText kept(long dead, String xid, long xidAge) {
    kept = dead;
    cutoff = xid;
    age = xidAge;
    return this;
  }

  public RunText frozen(long frozenPages, String percent) {
    frozen =
        "%d pages from table (%s%% of total) had %d tuples frozen"
            .formatted(frozenPages, percent, frozenPages);
    return this;
  }

  public RunText advanced(long ahead) {
    advance =
        "\tnew relfrozenxid: 4000, which is %d XIDs ahead of previous value\n".formatted(ahead);
    return this;
  }

  RunText missed(long rows, long onPages) {
    missed =
        "\ttuples missed: %d dead from %d pages not removed due to cleanup lock contention\n"
            .formatted(rows, onPages);
    return this;
  }

  public RunText indexScan(String line) {
    indexScan = line;
    return this;
  }

  public RunText index(String name, long indexPages, long deleted) {
    index =
        "\tindex \"%s\": pages: %d in total, 0 newly deleted, %d currently deleted, 0 reusable\n"
            .formatted(name, indexPages, deleted);
    return this;
  }

  public RunText slept(double millis) {
    delay = String.format(Locale.ROOT, "\tdelay time: %.3f ms\n", millis);
    return this;
  }

  RunText buffers(long hits, long reads, long dirtied) {
    buffers = "%d hits, %d reads, %d dirtied".formatted(hits, reads, dirtied);
    return this;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        """
        %s UTC [4711] LOG:  %s of table "%s": index scans: %d
        \tpages: 0 removed, %d remain, %d scanned (%.2f%% of total), 0 eagerly scanned
        \ttuples: %d removed, %d remain, %d are dead but not yet removable
        %s\tremovable cutoff: %s, which was %d XIDs old when operation ended
        %s\tfrozen: %s
        \tvisibility map: 20 pages set all-visible, 0 pages set all-frozen (0 were all-visible)
        \tindex scan %s
        %s%s\tavg read rate: 0.000 MB/s, avg write rate: 0.005 MB/s
        \tbuffer usage: %s
        \tWAL usage: 100 records, 3 full page images, 27926 bytes, 0 buffers full
        \tsystem usage: CPU: user: 0.11 s, system: 0.01 s, elapsed: %.2f s
        """,
        TIME.format(end),
        kind,
        table,
        scans,
        pages,
        scanned,
        100.0 * (double) scanned / (double) pages,
        removed,
        remain,
        kept,
        missed,
        cutoff,
        age,
        advance,
        frozen,
        indexScan,
        index,
        delay,
        buffers,
        seconds);
  }
}
