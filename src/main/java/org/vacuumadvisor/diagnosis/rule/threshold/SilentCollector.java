package org.vacuumadvisor.diagnosis.rule.threshold;

import static org.vacuumadvisor.diagnosis.Provenance.CHOSEN;

import java.util.Optional;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.workload.Confidence;

/// The statistics collector of 14 and before does not answer in time, as the server says
/// (`backend_read_statsfile()`): autovacuum then goes by old counters.
final class SilentCollector {
  /// PostgreSQL's own tests see one on a busy machine.
  private static final long MIN_TIMES = 3;

  private SilentCollector() {}

  static Optional<Finding> in(Evidence evidence, Rule rule) {
    return evidence
        .history()
        .flatMap(told -> told.notices(NoticeKind.STATISTICS_STALE))
        .filter(each -> each.count() >= MIN_TIMES)
        .map(told -> finding(told, rule));
  }

  private static Finding finding(Occurrences told, Rule rule) {
    return rule.found(
            LogFacts.isDaily(told) ? Severity.WARNING : Severity.INFO,
            "The statistics collector did not answer in time %s: autovacuum goes by old counters",
            LogFacts.times(told.count()))
        .told(told, "told")
        .limit(
            "limit",
            MIN_TIMES + " times, and once a day",
            CHOSEN,
            "one is seen on any busy machine")
        .because(
            "Up to 14 one process collects the counters of all tables and writes them to a file for"
                + " each reader. Where it cannot keep up, or the disk of the file is slow,"
                + " autovacuum decides by counters that may be minutes old or lack changes, and"
                + " pg_stat_user_tables shows them, too. From 15 on there is no such process.")
        .confidence(Confidence.MEDIUM)
        .act(
            "Put stats_temp_directory on a RAM disk and see whether the machine or its disk is"
                + " overloaded at those times; many databases with many tables make the file"
                + " large. PostgreSQL 15 and later keep the counters in shared memory.")
        .build();
  }
}
