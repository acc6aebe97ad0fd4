package org.vacuumadvisor.source.log.message;

import static org.vacuumadvisor.source.log.template.Form.open;
import static org.vacuumadvisor.source.log.template.Form.whole;

import java.util.List;
import org.vacuumadvisor.source.log.template.Grammar;

/// What a message of a run says with its first line.
enum MessageLine {
  /// A manual VACUUM begins; up to 14 with schema and table, from 15 with the database, too.
  VACUUMING,
  AGGRESSIVELY_VACUUMING,
  /// A rewrite begins, from 19: `VACUUM FULL`, or `REPACK` without an index.
  REPACKING,
  /// A rewrite in the order of an index begins.
  CLUSTERING,
  FINISHED_VACUUMING,
  FINISHED_ANALYZING,
  AUTOMATIC_VACUUM,
  AUTOMATIC_AGGRESSIVE_VACUUM,
  AUTOMATIC_WRAPAROUND_VACUUM,
  AUTOMATIC_AGGRESSIVE_WRAPAROUND_VACUUM,
  AUTOMATIC_ANALYZE,
  /// Up to 13 all of it is one line.
  AUTOMATIC_ANALYZE_WITH_USAGE,
  ANALYZING,
  ANALYZING_TREE,
  WORKERS_VACUUMING,
  WORKERS_CLEANUP,
  SCANNED_INDEX,
  /// The second pass over the table.
  REMOVED,
  INDEX_CONTAINS,
  SCAN_BYPASSED,
  FOUND,
  /// `found` as VACUUM FULL writes it.
  FOUND_BY_FULL,
  TRUNCATED,
  SAMPLED;

  private static final String TABLE = "[table ]\"{TABLE}\": ";
  private static final String FOUND_ROWS =
      TABLE
          + "found {TUPLES_REMOVABLE} removable,"
          + " {TUPLES_NONREMOVABLE} nonremovable row versions";

  /// What manual runs say, always as INFO.
  static final Grammar<MessageLine> MANUAL =
      new Grammar<>(
          List.of(
              whole(VACUUMING, "vacuuming \"{QUALIFIED}\""),
              whole(AGGRESSIVELY_VACUUMING, "aggressively vacuuming \"{QUALIFIED}\""),
              open(
                  FINISHED_VACUUMING,
                  "finished vacuuming \"{QUALIFIED}\": index scans: {INDEX_SCANS}"),
              whole(FINISHED_ANALYZING, "finished analyzing table \"{QUALIFIED}\""),
              whole(ANALYZING, "analyzing \"{QUALIFIED}\""),
              whole(ANALYZING_TREE, "analyzing \"{QUALIFIED}\" inheritance tree"),
              open(
                  SAMPLED,
                  "\"{TABLE}\": scanned {SAMPLE_PAGES} of {SAMPLE_PAGES_TOTAL} pages,"
                      + " containing {SAMPLE_LIVE_ROWS} live rows and {SAMPLE_DEAD_ROWS} dead rows;"
                      + " {SAMPLE_ROWS} rows in sample,"
                      + " {SAMPLE_ESTIMATED_ROWS} estimated total rows"),
              open(
                  WORKERS_VACUUMING,
                  "launched {WORKERS_LAUNCHED} parallel vacuum worker[s] for index vacuuming"
                      + " (planned: {WORKERS_PLANNED})"),
              open(
                  WORKERS_CLEANUP,
                  "launched {WORKERS_LAUNCHED} parallel vacuum worker[s] for index cleanup"
                      + " (planned: {WORKERS_PLANNED})"),
              open(
                  SCANNED_INDEX,
                  "scanned index \"{INDEX}\" to remove {PASS_ROWS} row version[s]"
                      + "[ by parallel vacuum worker]"),
              open(
                  INDEX_CONTAINS,
                  "index \"{INDEX}\" now contains {INDEX_ROWS} row version[s]"
                      + " in {INDEX_PAGES} page[s]"),
              open(
                  REMOVED,
                  TABLE
                      + "removed {PASS_ROWS} <row version|dead item identifier>[s]"
                      + " in {PASS_PAGES} page[s]"),
              open(FOUND, FOUND_ROWS + " in {PAGES_SCANNED} out of {PAGES_TOTAL} page[s]"),
              open(FOUND_BY_FULL, FOUND_ROWS + " in {PAGES_TOTAL} page[s]"),
              whole(FOUND, FOUND_ROWS),
              open(
                  SCAN_BYPASSED,
                  TABLE
                      + "index scan bypassed: {DEAD_ITEM_PAGES} pages from table"
                      + " ({DEAD_ITEM_PERCENT}% of total) have {DEAD_ITEMS} dead item identifiers"),
              open(TRUNCATED, TABLE + "truncated {TRUNCATED_FROM} to {TRUNCATED_TO} page[s]"),
              whole(REPACKING, "repacking \"{QUALIFIED}\" in physical order"),
              whole(
                  CLUSTERING,
                  "<clustering|repacking> \"{QUALIFIED}\" using index scan on \"{INDEX}\""),
              whole(
                  CLUSTERING,
                  "<clustering|repacking> \"{QUALIFIED}\" using sequential scan and sort")));

  /// What autovacuum says, always as LOG.
  static final Grammar<MessageLine> AUTOMATIC =
      new Grammar<>(
          List.of(
              open(
                  AUTOMATIC_VACUUM,
                  "automatic vacuum of table \"{QUALIFIED}\": index scans: {INDEX_SCANS}"),
              open(
                  AUTOMATIC_AGGRESSIVE_VACUUM,
                  "automatic aggressive vacuum of table \"{QUALIFIED}\":"
                      + " index scans: {INDEX_SCANS}"),
              open(
                  AUTOMATIC_AGGRESSIVE_WRAPAROUND_VACUUM,
                  "automatic aggressive vacuum to prevent wraparound of table \"{QUALIFIED}\":"
                      + " index scans: {INDEX_SCANS}"),
              open(
                  AUTOMATIC_WRAPAROUND_VACUUM,
                  "automatic vacuum to prevent wraparound of table \"{QUALIFIED}\":"
                      + " index scans: {INDEX_SCANS}"),
              // people shorten headings
              whole(AUTOMATIC_VACUUM, "automatic vacuum of table \"{QUALIFIED}\""),
              open(
                  AUTOMATIC_ANALYZE_WITH_USAGE,
                  "automatic analyze of table \"{QUALIFIED}\" system usage: " + ReportLine.USAGE),
              whole(AUTOMATIC_ANALYZE, "automatic analyze of table \"{QUALIFIED}\"")));
}
