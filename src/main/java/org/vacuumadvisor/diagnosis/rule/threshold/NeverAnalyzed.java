package org.vacuumadvisor.diagnosis.rule.threshold;

import java.util.Optional;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// A log in which autovacuum vacuums a table for its many dead rows, over and over, and never
/// analyzes it, although the log tells of short analyzes of several other tables of the database.
///
/// @param others how many other tables were analyzed
record NeverAnalyzed(TableHistory told, long others) {
  /// By default a table is due for an analyze at half the changes that make it due for a vacuum.
  private static final long MIN_RUNS = 10;

  private static final double MIN_REMOVED = 1_000;
  private static final long MIN_OTHERS = 3;

  /// Analyzes this short are logged only where all of them are, near enough.
  private static final double SHORT_SECONDS = 1;

  static Optional<NeverAnalyzed> in(TableEvidence table) {
    return table
        .history()
        .filter(NeverAnalyzed::isNeverAnalyzed)
        .filter(told -> !told.name().schema().equals("pg_toast"))
        .filter(told -> !told.name().schema().isEmpty() && !told.name().name().isEmpty())
        .map(told -> new NeverAnalyzed(told, analyzed(told, table)))
        .filter(told -> told.others() >= MIN_OTHERS);
  }

  private static boolean isNeverAnalyzed(TableHistory told) {
    var counts = told.counts();
    return counts.analyzes() == 0
        && counts.automatic() - counts.toPreventWraparound() >= MIN_RUNS
        && told.removed().median() >= MIN_REMOVED;
  }

  /// How many tables of its database were analyzed, and some time within a second.
  private static long analyzed(TableHistory told, TableEvidence table) {
    return table
        .all()
        .histories()
        .filter(each -> each.name().database().equals(told.name().database()))
        .filter(each -> each.counts().analyzes() > 0 && each.counts().automatic() > 0)
        .filter(each -> each.analyzeSeconds().least() <= SHORT_SECONDS)
        .count();
  }

  Finding finding(Rule rule, TableEvidence table) {
    var name = Names.of(table);
    return rule.advice(
            table.relation(),
            "Autovacuum vacuumed %s %s and never analyzed it",
            name,
            Quantities.counted(told.counts().automatic(), "time"))
        .observed("analyzes of it", "none", "automatic and manual, in the time of the log")
        .observed(
            "other tables of the database that were analyzed, each within a second",
            others,
            "so analyzes are logged")
        .observed(
            "dead rows removed by half of the vacuums, at least",
            told.removed().median(),
            "tuples: removed")
        .facts(StatisticsStale.counted(table))
        .explained("never-in-log", name)
        .confidence(Confidence.MEDIUM)
        .build();
  }
}
