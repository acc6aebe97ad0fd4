package org.vacuumadvisor.source.log.message;

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

  static final Grammar<ReportLine> GRAMMAR =
      Grammar.read(ReportLine.class, "reports.txt", ReportLine::valueOf);
}
