package org.vacuumadvisor.diagnosis.rule;

/// What VACUUM VERBOSE of PostgreSQL 17 prints of a table of 10,000 pages, with figures of a test's
/// own.
public final class VerboseRun {
  private VerboseRun() {}

  public static String of(String scanned, String removed, String missed, String indexScan) {
    return """
    INFO:  vacuuming "shop.public.events"
    INFO:  finished vacuuming "shop.public.events": index scans: 0
    pages: 0 removed, 10000 remain, %s scanned (4.00%% of total)
    tuples: %s removed, 900000 remain, 0 are dead but not yet removable
    %sremovable cutoff: 5000, which was 3 XIDs old when operation ended
    index scan %s
    avg read rate: 9.195 MB/s, avg write rate: 3.735 MB/s
    buffer usage: 622 hits, 724 misses, 175 dirtied
    WAL usage: 175 records, 175 full page images, 1372087 bytes
    system usage: CPU: user: 0.00 s, system: 0.01 s, elapsed: 0.05 s
    """
        .formatted(scanned, removed, missed, indexScan);
  }
}
