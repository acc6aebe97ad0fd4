package org.vacuumadvisor.diagnosis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Excerpt.Figure;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.postgres.Setting;

/// Where in a paste the figures stand that a fact names as its source.
record Sources(Excerpt excerpt) {
  /// What the mapping calls figures that sources name by the column they are derived from.
  private static final Map<String, List<String>> DERIVED =
      Map.ofEntries(
          Map.entry("relfrozenxid", List.of("xid_age")),
          Map.entry("datfrozenxid", List.of("xid_age")),
          Map.entry("relminmxid", List.of("multixact_age")),
          Map.entry("datminmxid", List.of("multixact_age")),
          Map.entry("backend_xmin", List.of("xmin_age")),
          Map.entry("backend_xid", List.of("xid_age")),
          Map.entry("xmin", List.of("xmin", "xmin_age")),
          Map.entry("catalog_xmin", List.of("catalog_xmin_age")),
          Map.entry("transaction", List.of("xid_age")),
          Map.entry("reltuples", List.of("n_live_tup", "tuple_count")),
          Map.entry("n_dead_tup", List.of("dead_tuple_count")),
          Map.entry("xact_start", List.of("xact_age", "query_age", "state_age", "query_start")));

  /// The columns and settings that a fact names.
  List<String> columns(Fact fact) {
    var columns = new ArrayList<String>();
    var named = fact.source().startsWith("pg_settings") ? fact.label() : fact.source();
    for (var word : named.split("[^a-z_]+", -1)) {
      if (excerpt.columns().contains(word) || Setting.named(word).isPresent()) {
        columns.add(word);
      }
      columns.addAll(DERIVED.getOrDefault(word, List.of()));
    }
    return columns;
  }

  /// The lines a figure stands in; none where it was not shown.
  List<Integer> lines(String column, Fact fact, Subject subject) {
    var about = about(fact, subject);
    var ofTable =
        about
            .map(name -> excerpt.tables().getOrDefault(name, Map.of()).get(column))
            .map(Figure::line);
    if (ofTable.isPresent()) {
      return List.of(ofTable.get());
    }
    var setting = excerpt.settings().get(column);
    return setting != null
        ? List.of(setting.line())
        : excerpt.lines().getOrDefault(column, List.of());
  }

  /// Whether the figures were shown that a fact rests on; so they were if it names none.
  boolean areShown(Fact fact, Subject subject) {
    var columns = columns(fact);
    return columns.isEmpty()
        || columns.stream()
            .anyMatch(column ->
                !lines(column, fact, subject).isEmpty()
                    || (!(subject instanceof Subject.OfRelation) && isOfAnyTable(column)));
  }

  private boolean isOfAnyTable(String column) {
    return excerpt.tables().values().stream().anyMatch(each -> each.containsKey(column));
  }

  /// The relation that a figure is of: the one named before it, else the finding's own.
  private Optional<RelationName> about(Fact fact, Subject subject) {
    var named =
        excerpt.tables().keySet().stream()
            .filter(each ->
                fact.label().equals(each.sql()) || fact.label().startsWith(each.sql() + " "))
            .findFirst();
    return named.or(() ->
        subject instanceof Subject.OfRelation(Relation relation)
            ? Optional.of(relation.name())
            : Optional.empty());
  }
}
