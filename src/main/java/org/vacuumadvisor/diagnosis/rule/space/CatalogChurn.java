package org.vacuumadvisor.diagnosis.rule.space;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.KeptRows;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.unit.Quantities;

/// Catalogs of a database of which vacuums remove many times their rows: every CREATE and DROP of a
/// table, temporary ones above all, leaves dead rows in them.
///
/// @param tables the one with most rows removed first
record CatalogChurn(List<TableHistory> tables, History history) {
  /// Those with rows for each table and each of its columns.
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

  /// So many times its rows, removed by several vacuums.
  private static final double MIN_TURNOVERS = 5;

  private static final double MIN_ROWS = 100_000;
  private static final long MIN_VACUUMS = 3;

  /// So many times its rows, removed by a single vacuum, are no matter of chance.
  private static final double MIN_TURNOVERS_AT_ONCE = 25;

  private static final int SHOWN = 3;

  CatalogChurn {
    tables = List.copyOf(tables);
  }

  /// @param database empty for tables of which the logs do not tell it
  static Optional<CatalogChurn> of(String database, Evidence evidence) {
    return evidence
        .history()
        .map(history ->
            new CatalogChurn(
                history.tables().stream()
                    .filter(each -> each.name().schema().equals("pg_catalog"))
                    .filter(each -> each.name().database().equals(database))
                    .filter(each -> OF_TABLES.contains(each.name().name()))
                    .filter(CatalogChurn::isMuch)
                    .sorted(
                        Comparator.comparingDouble((TableHistory each) -> each.removed().sum())
                            .reversed())
                    .toList(),
                history))
        .filter(each -> !each.tables().isEmpty());
  }

  private static boolean isMuch(TableHistory table) {
    double rows = table.remain().median();
    double removed = table.removed().sum();
    return (table.removed().count() >= MIN_VACUUMS || removed >= MIN_TURNOVERS_AT_ONCE * rows)
        && removed >= Math.max(MIN_ROWS, MIN_TURNOVERS * rows)
        && !KeptRows.isHeld(table);
  }

  TableHistory worst() {
    return tables.getFirst();
  }

  Facts facts() {
    return new Facts()
        .facts(tables.stream().limit(SHOWN).flatMap(each -> fact(each).stream()))
        .facts(
            history.notices(NoticeKind.ORPHAN_TEMP_TABLE).stream()
                .map(told ->
                    Fact.observed(
                        "temporary tables left by lost sessions",
                        told.count(),
                        told.last().place().toString())))
        .chosen(
            "limit of rows removed from catalogs",
            "%s, and %s times the rows left"
                .formatted(Quantities.count(MIN_ROWS), Quantities.number(MIN_TURNOVERS)),
            "DDL by hand does not come near it");
  }

  private static Optional<Fact> fact(TableHistory table) {
    var words =
        "%s rows removed by %s vacuums, %s left"
            .formatted(
                Quantities.count(table.removed().sum()),
                Quantities.count(table.removed().count()),
                Quantities.count(table.remain().median()));
    return table
        .milestones()
        .latest()
        .map(run -> Fact.observed(table.name().name(), words, run.heading().place().toString()));
  }
}
