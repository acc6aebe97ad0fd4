package org.vacuumadvisor.source.log.message;

import org.vacuumadvisor.source.log.template.Grammar;

/// What a message of a run says with its first line.
enum MessageLine {
  /// A manual VACUUM begins; up to 14 with schema and table, from 15 with the database, too.
  VACUUMING,
  AGGRESSIVELY_VACUUMING,
  /// A rewrite begins, from 19: `VACUUM FULL`, or `REPACK` without an index.
  REPACKING,
  REPACKING_BY_INDEX,
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

  /// What manual runs say, always as INFO.
  static final Grammar<MessageLine> MANUAL =
      Grammar.read(MessageLine.class, "manual.txt", MessageLine::valueOf);

  /// What autovacuum says, always as LOG.
  static final Grammar<MessageLine> AUTOMATIC =
      Grammar.read(MessageLine.class, "automatic.txt", MessageLine::valueOf);
}
