package org.vacuumadvisor.diagnosis.logged;

import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// A table that autovacuum vacuums for its many dead rows, over and over, and never analyzes,
/// although the log tells of short analyzes of several other tables of the database.
final class StatisticsStale implements Rule {
  /// By default a table is due for an analyze at half the changes that make it due for a vacuum.
  private static final long RUNS = 10;

  private static final double MANY_ROWS = 1_000;
  private static final long OTHERS = 3;

  /// Analyzes this short are logged only where all of them are, near enough.
  private static final double SHORT_SECONDS = 1;

  @Override
  public String id() {
    return "statistics-stale";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence).flatMap(this::examine);
  }

  private Stream<Finding> examine(LogCase logs) {
    return logs.tables()
        .filter(StatisticsStale::isNeverAnalyzed)
        .filter(each -> logs.relation(each).kind() != RelationKind.TOAST)
        .filter(each -> !each.name().schema().equals("pg_toast") && logs.isNamed(each))
        .filter(each -> analyzed(each, logs) >= OTHERS)
        .map(each -> finding(each, logs));
  }

  private static boolean isNeverAnalyzed(TableHistory table) {
    var counts = table.counts();
    return counts.analyzes() == 0
        && counts.automatic() - counts.forced() >= RUNS
        && table.removed().median() >= MANY_ROWS;
  }

  /// How many other tables of its database were analyzed, and some time within a second.
  private static long analyzed(TableHistory table, LogCase logs) {
    return logs.tables()
        .filter(each -> each.name().database().equals(table.name().database()))
        .filter(each -> each.counts().analyzes() > 0 && each.counts().automatic() > 0)
        .filter(each -> each.analyzeSeconds().least() <= SHORT_SECONDS)
        .count();
  }

  private Finding finding(TableHistory table, LogCase logs) {
    var name = logs.name(table);
    return new Finding(
        id(),
        Severity.ADVICE,
        logs.subject(table),
        "Autovacuum vacuumed %s %s and never analyzed it"
            .formatted(name, Quantities.counted(table.counts().automatic(), "time")),
        List.of(
            Fact.observed("analyzes of it", "none", "automatic and manual, in the time of the log"),
            Fact.observed(
                "other tables of the database that were analyzed, each within a second",
                Quantities.count((double) analyzed(table, logs)),
                "so analyzes are logged"),
            Fact.observed(
                "dead rows removed by half of the vacuums, at least",
                Quantities.count(table.removed().median()),
                "tuples: removed"),
            Fact.threshold(
                "an analyze is due",
                "by default at 10 % of changed rows, a vacuum at 20 % of dead ones",
                Provenance.ENGINE,
                "autovacuum_analyze_scale_factor, autovacuum_vacuum_scale_factor")),
        "Every vacuum that dead rows made due should have come with an analyze or two. Either the"
            + " table's analyze threshold is set far above its vacuum threshold, or each analyze is"
            + " cancelled or fails. The planner goes by statistics of another time meanwhile.",
        Confidence.MEDIUM,
        "SELECT last_autoanalyze, n_mod_since_analyze FROM pg_stat_all_tables, and reloptions FROM"
            + " pg_class, for the table.",
        List.of(
            new Remedy.Act(
                "ANALYZE %s; and look why autovacuum does not: its storage parameters, and errors"
                        .formatted(name)
                    + " of workers in the log.")));
  }
}
