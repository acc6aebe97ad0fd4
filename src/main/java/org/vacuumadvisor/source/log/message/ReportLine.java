package org.vacuumadvisor.source.log.message;

import static org.vacuumadvisor.source.log.template.Form.open;

import java.util.List;
import org.vacuumadvisor.source.log.template.Grammar;

/// What a line of a report says: the lines under a heading, and those of a `DETAIL`.
enum ReportLine {
  /// Figures of the run, under its heading.
  FIGURES,
  /// Figures of the run, in the `DETAIL` of `found`.
  DETAIL,
  /// The index scan line.
  SCAN_NEEDED,
  SCAN_NOT_NEEDED,
  SCAN_BYPASSED,
  SCAN_BYPASSED_BY_FAILSAFE,
  /// One index.
  INDEX,
  /// Parallel workers, from 19.
  WORKERS_VACUUMING,
  WORKERS_CLEANUP,
  /// `system usage`, which ends a report.
  SYSTEM_USAGE,
  /// What one step cost: the step is what was told before.
  STEP_USAGE,
  /// Figures of the index told before.
  INDEX_FIGURES;

  /// What a step cost, in the two ways of writing it; 9.6 names the system first.
  static final String USAGE =
      "<CPU: user: {CPU_USER} s, system: {CPU_SYSTEM} s, elapsed: {ELAPSED} s"
          + "|CPU {CPU_SYSTEM}s/{CPU_USER}u sec elapsed {ELAPSED} sec>";

  private static final String ITEMS =
      "{DEAD_ITEM_PAGES} pages from table ({DEAD_ITEM_PERCENT}% of total)";

  static final Grammar<ReportLine> GRAMMAR =
      new Grammar<>(
          List.of(
              // up to 14 skipped pages are counted, from 15 scanned ones; long ago, none
              open(
                  FIGURES,
                  "pages: {PAGES_REMOVED} removed, {PAGES_REMAIN} remain"
                      + "<, {PAGES_SKIPPED_PINNED} skipped due to pins"
                      + "[, {PAGES_SKIPPED_FROZEN} skipped frozen]"
                      + "|, {PAGES_SCANNED} scanned ({PAGES_SCANNED_PERCENT}% of total)"
                      + "[, {PAGES_EAGERLY_SCANNED} eagerly scanned]|>"),
              open(
                  FIGURES,
                  "tuples: {TUPLES_REMOVED} removed, {TUPLES_REMAIN} remain"
                      + "[, {TUPLES_DEAD_NOT_REMOVABLE} are dead but not yet removable"
                      + "[, oldest xmin: {OLDEST_XMIN}]]"),
              open(
                  FIGURES,
                  "tuples missed: {TUPLES_MISSED} dead from {TUPLES_MISSED_PAGES} pages"
                      + " not removed due to cleanup lock contention"),
              open(
                  FIGURES,
                  "removable cutoff: {CUTOFF_XID}, which was {CUTOFF_AGE} XIDs old"
                      + " when operation ended"),
              open(
                  FIGURES,
                  "new relfrozenxid: {RELFROZENXID}, which is {RELFROZENXID_AHEAD} XIDs"
                      + " ahead of previous value"),
              open(
                  FIGURES,
                  "new relminmxid: {RELMINMXID}, which is {RELMINMXID_AHEAD} MXIDs"
                      + " ahead of previous value"),
              open(
                  FIGURES,
                  "frozen: {FROZEN_PAGES} pages from table ({FROZEN_PERCENT}% of total)"
                      + " had {FROZEN_TUPLES} tuples frozen"),
              open(
                  FIGURES,
                  "visibility map: {SET_ALL_VISIBLE} pages set all-visible,"
                      + " {SET_ALL_FROZEN} pages set all-frozen"
                      + " ({WERE_ALL_VISIBLE} were all-visible)"),
              open(
                  SCAN_NEEDED,
                  "index scan needed: "
                      + ITEMS
                      + " had {DEAD_ITEMS} dead item identifiers removed"),
              open(
                  SCAN_NOT_NEEDED,
                  "index scan not needed: "
                      + ITEMS
                      + " had {DEAD_ITEMS} dead item identifiers removed"),
              open(
                  SCAN_BYPASSED,
                  "index scan bypassed: " + ITEMS + " have {DEAD_ITEMS} dead item identifiers"),
              open(
                  SCAN_BYPASSED_BY_FAILSAFE,
                  "index scan bypassed by failsafe: "
                      + ITEMS
                      + " have {DEAD_ITEMS} dead item identifiers"),
              open(
                  WORKERS_VACUUMING,
                  "parallel workers: index vacuum: {WORKERS_PLANNED} planned,"
                      + " {WORKERS_LAUNCHED} launched in total"),
              open(
                  WORKERS_CLEANUP,
                  "parallel workers: index cleanup: {WORKERS_PLANNED} planned,"
                      + " {WORKERS_LAUNCHED} launched"),
              open(
                  INDEX,
                  "index \"{INDEX}\": pages: {INDEX_PAGES} in total,"
                      + " {INDEX_PAGES_NEWLY_DELETED} newly deleted,"
                      + " {INDEX_PAGES_DELETED} currently deleted,"
                      + " {INDEX_PAGES_REUSABLE} reusable"),
              open(FIGURES, "delay time: {DELAY_MS} ms"),
              open(FIGURES, "I/O timings: read: {IO_READ_MS} ms, write: {IO_WRITE_MS} ms"),
              open(FIGURES, "avg read rate: {READ_RATE} MB/s, avg write rate: {WRITE_RATE} MB/s"),
              open(
                  FIGURES,
                  "buffer usage: {BUFFER_HITS} hits, {BUFFER_READS} <misses|reads>,"
                      + " {BUFFER_DIRTIED} dirtied"),
              open(
                  FIGURES,
                  "WAL usage: {WAL_RECORDS} records, {WAL_PAGE_IMAGES} full page images,"
                      + " {WAL_BYTES} bytes"
                      + "[, {WAL_PAGE_IMAGE_BYTES} full page image bytes]"
                      + "[, {WAL_BUFFERS_FULL} buffers full]"),
              open(
                  FIGURES,
                  "memory usage: dead item storage {MEMORY_MB} MB accumulated across"
                      + " {MEMORY_RESETS} reset[s] (limit {MEMORY_LIMIT_MB} MB each)"),
              open(SYSTEM_USAGE, "system usage: " + USAGE),
              open(STEP_USAGE, USAGE),
              // the DETAIL of "found", manual runs up to 14 and VACUUM FULL
              open(
                  DETAIL,
                  "{TUPLES_DEAD_NOT_REMOVABLE} dead row version[s] cannot be removed yet"
                      + "[, oldest xmin: {OLDEST_XMIN}]"),
              open(
                  DETAIL,
                  "There <were|was> {UNUSED_ITEM_IDENTIFIERS} unused item"
                      + " <pointer|identifier>[s]"),
              open(
                  DETAIL,
                  "Skipped {PAGES_SKIPPED_PINNED} page[s] due to buffer pins"
                      + "[, {PAGES_SKIPPED_FROZEN} frozen page[s]]"),
              open(DETAIL, "{PAGES_EMPTY} page[s] <are|is> entirely empty"),
              // the DETAIL of "now contains", manual runs up to 14
              open(INDEX_FIGURES, "{INDEX_ROWS_REMOVED} index row version[s] <were|was> removed"),
              open(
                  INDEX_FIGURES,
                  "{INDEX_PAGES_NEWLY_DELETED} index page[s] <were|was> newly deleted"),
              open(
                  INDEX_FIGURES,
                  "{INDEX_PAGES_DELETED} index page[s] <are|is> currently deleted,"
                      + " of which {INDEX_PAGES_REUSABLE} <are|is> currently reusable"),
              open(
                  INDEX_FIGURES,
                  "{INDEX_PAGES_DELETED} index page[s] <have|has> been deleted,"
                      + " {INDEX_PAGES_REUSABLE} <are|is> currently reusable")));
}
