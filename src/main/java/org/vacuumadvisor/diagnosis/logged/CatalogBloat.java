package org.vacuumadvisor.diagnosis.logged;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.model.run.NoticeKind;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// Catalogs that turn over many times their size: every CREATE and DROP, those of temporary tables
/// above all, leaves dead rows in them.
final class CatalogBloat implements Rule {
  /// The catalogs with rows for each table and each of its columns.
  private static final Set<String> OF_TABLES =
      Set.of(
          "pg_attribute",
          "pg_class",
          "pg_type",
          "pg_depend",
          "pg_index",
          "pg_attrdef",
          "pg_shdepend",
          "pg_statistic");

  private static final double TURNOVERS = 5;
  private static final double MANY_ROWS = 100_000;
  private static final long FEWEST = 3;

  /// So many times its rows, removed by a single vacuum, are no matter of chance.
  private static final double AT_ONCE = 25;

  @Override
  public String id() {
    return "catalog-bloat";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence).flatMap(this::examine);
  }

  private Stream<Finding> examine(LogCase logs) {
    var churned =
        logs.tables()
            .filter(each -> each.name().schema().equals("pg_catalog"))
            .filter(each -> OF_TABLES.contains(each.name().name()) && !logs.isHeld(each))
            .filter(each ->
                each.removed().count() >= FEWEST
                    || each.removed().sum() >= AT_ONCE * each.remain().median())
            .filter(each ->
                each.removed().sum() >= Math.max(MANY_ROWS, TURNOVERS * each.remain().median()))
            .sorted(
                Comparator.comparingDouble((TableHistory each) -> each.removed().sum()).reversed())
            .toList();
    return churned.isEmpty() ? Stream.empty() : Stream.of(finding(churned, logs));
  }

  private Finding finding(List<TableHistory> churned, LogCase logs) {
    var worst = churned.getFirst();
    var facts = new ArrayList<Fact>();
    for (var each : churned.subList(0, Math.min(3, churned.size()))) {
      each.milestones()
          .latest()
          .ifPresent(run ->
              facts.add(
                  Told.by(
                      run,
                      each.name().name(),
                      "%s rows removed by %s vacuums, %s left in %s pages"
                          .formatted(
                              Quantities.count(each.removed().sum()),
                              Quantities.count(each.removed().count()),
                              Quantities.count(each.remain().median()),
                              Told.count(run.outcome().pages().remain())))));
    }
    logs.history()
        .notices(NoticeKind.ORPHAN_TEMP_TABLE)
        .ifPresent(told -> facts.add(Told.times(told, "temporary tables left by lost sessions")));
    facts.add(
        Fact.threshold(
            "much",
            "%s rows, and %s times the rows left"
                .formatted(Quantities.count(MANY_ROWS), Quantities.number(TURNOVERS)),
            Provenance.CONVENTION,
            "ours: DDL by hand does not come near it"));
    return new Finding(
        id(),
        Severity.ADVICE,
        worst.name().database().isEmpty()
            ? new Subject.Cluster()
            : new Subject.OfDatabase(worst.name().database()),
        "The system catalogs turn over fast: %s rows of %s were dead"
            .formatted(Quantities.count(worst.removed().sum()), worst.name().name()),
        facts,
        "Each CREATE and DROP of a table writes and removes rows of pg_class, pg_attribute, pg_type"
            + " and others. An application that makes temporary tables all the time keeps"
            + " autovacuum at the catalogs; if that falls behind, every query's planning gets"
            + " slower.",
        Confidence.MEDIUM,
        "log_statement = ddl for an hour: it shows who creates and drops so much.",
        List.of(
            new Remedy.Act(
                "Let the application make temporary tables once a session (ON COMMIT DELETE ROWS)"
                    + " instead of once a transaction, or do without them.")));
  }
}
