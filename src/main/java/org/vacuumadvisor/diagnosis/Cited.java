package org.vacuumadvisor.diagnosis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Source;

/// Findings whose proof says in which line of a paste each figure stands.
public final class Cited {
  private static final int LINES_NAMED = 3;

  /// Columns whose figures are pasted as an age, or by something else that tells the same.
  private static final Map<String, List<String>> PASTED =
      Map.ofEntries(
          Map.entry("datfrozenxid", List.of("xid_age")),
          Map.entry("datminmxid", List.of("multixact_age")),
          Map.entry("backend_xmin", List.of("xmin_age", "backend_xmin")),
          Map.entry("backend_xid", List.of("xid_age", "backend_xid")),
          Map.entry("xmin", List.of("xmin_age", "xmin")),
          Map.entry("catalog_xmin", List.of("catalog_xmin_age", "catalog_xmin")),
          Map.entry("transaction", List.of("xid_age", "transaction")),
          Map.entry("xact_start", List.of("xact_start", "xact_age")));

  private final Excerpt excerpt;

  /// The first lines of each column: those that are named, and one more where there are more.
  private final Map<String, List<Integer>> firstLines = new HashMap<>();

  public Cited(Excerpt excerpt) {
    this.excerpt = excerpt;
  }

  public List<Finding> all(List<Finding> findings) {
    return findings.stream().map(this::cited).toList();
  }

  private Finding cited(Finding finding) {
    return finding.with(
        finding.severity(),
        finding.evidence().stream().map(each -> cited(each, finding.subject())).toList(),
        finding.confidence(),
        finding.remedies());
  }

  private Fact cited(Fact fact, Subject subject) {
    var lines = new TreeSet<>(lines(fact.origin(), subject).toList());
    return lines.isEmpty() ? fact : fact.from(new Source.At(named(lines), fact.origin()));
  }

  private Stream<Integer> lines(Source source, Subject subject) {
    return switch (source) {
      case Key<?> key -> line(key, subject).stream();
      case Source.Shown(var view, var columns) ->
          Stream.of(columns.split(", ", -1)).flatMap(column -> lines(view, column));
      case Source.Derived(_, var from) -> from.stream().flatMap(each -> lines(each, subject));
      case Source.At _, Source.Assumed _, Source.Words _, Source.Unstated _ -> Stream.empty();
    };
  }

  private Optional<Integer> line(Key<?> key, Subject subject) {
    return subject instanceof Subject.OfRelation(var relation)
        ? excerpt.figure(relation, key.pasted()).map(Excerpt.Figure::line)
        : Optional.empty();
  }

  private Stream<Integer> lines(String view, String column) {
    return view.equals("pg_settings")
        ? Optional.ofNullable(excerpt.settings().get(column)).stream().map(Excerpt.Figure::line)
        : firstLines.computeIfAbsent(column, this::firstLines).stream();
  }

  private List<Integer> firstLines(String column) {
    return PASTED.getOrDefault(column, List.of(column)).stream()
        .flatMap(excerpt::figures)
        .map(Excerpt.Figure::line)
        .distinct()
        .sorted()
        .limit(LINES_NAMED + 1)
        .toList();
  }

  private String named(SortedSet<Integer> lines) {
    var some = lines.stream().limit(LINES_NAMED).map(excerpt::where);
    return some.collect(Collectors.joining(", ")) + (lines.size() > LINES_NAMED ? ", …" : "");
  }
}
