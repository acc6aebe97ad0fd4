package org.vacuumadvisor.diagnosis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Excerpt.Figure;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationName;

/// Findings whose proof says in which line of a paste each figure stands.
public final class Cited {
  private static final int LINES_NAMED = 3;

  /// What the mapping calls figures that sources name by the column they are derived from.
  private static final Map<String, List<String>> DERIVED =
      Map.of(
          "relfrozenxid", List.of("xid_age"),
          "datfrozenxid", List.of("xid_age"),
          "relminmxid", List.of("multixact_age"),
          "datminmxid", List.of("multixact_age"),
          "backend_xmin", List.of("xmin_age"),
          "backend_xid", List.of("xid_age"),
          "xmin", List.of("xmin_age"),
          "catalog_xmin", List.of("catalog_xmin_age"),
          "transaction", List.of("xid_age"),
          "reltuples", List.of("n_live_tup"));

  private final Excerpt excerpt;

  public Cited(Excerpt excerpt) {
    this.excerpt = excerpt;
  }

  public List<Finding> all(List<Finding> findings) {
    return findings.stream().map(this::cited).toList();
  }

  private Finding cited(Finding finding) {
    return new Finding(
        finding.id(),
        finding.severity(),
        finding.subject(),
        finding.headline(),
        finding.evidence().stream().map(each -> cited(each, finding.subject())).toList(),
        finding.explanation(),
        finding.confidence(),
        finding.surer(),
        finding.remedies());
  }

  private Fact cited(Fact fact, Subject subject) {
    var lines = new TreeSet<Integer>();
    for (var column : columns(fact.source())) {
      lines(column, fact, subject).forEach(lines::add);
    }
    return lines.isEmpty()
        ? fact
        : new Fact(
            fact.label(),
            fact.value(),
            "%s; %s".formatted(fact.source(), named(lines)),
            fact.provenance());
  }

  private String named(SortedSet<Integer> lines) {
    var some = lines.stream().limit(LINES_NAMED).map(excerpt::where);
    return some.collect(Collectors.joining(", ")) + (lines.size() > LINES_NAMED ? ", …" : "");
  }

  private List<Integer> lines(String column, Fact fact, Subject subject) {
    var about = about(fact, subject);
    if (about.isPresent()) {
      var figures = excerpt.tables().getOrDefault(about.get(), Map.of());
      return Optional.ofNullable(figures.get(column)).map(Figure::line).stream().toList();
    }
    var setting = excerpt.settings().get(column);
    return setting != null
        ? List.of(setting.line())
        : excerpt.lines().getOrDefault(column, List.of());
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

  private static List<String> columns(String source) {
    var columns = new ArrayList<String>();
    for (var word : source.split("[^a-z_]+", -1)) {
      if (word.indexOf('_') > 0 || DERIVED.containsKey(word) || word.startsWith("rel")) {
        columns.add(word);
        columns.addAll(DERIVED.getOrDefault(word, List.of()));
      }
    }
    return columns;
  }
}
