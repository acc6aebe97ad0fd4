package org.vacuumadvisor.diagnosis.rule;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.LoggedTable;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.postgres.Identifiers;

/// What logs tell of by messages of one kind, at one table, or at none that is named.
///
/// @param table empty where the message names none
record Incident(Evidence evidence, Optional<LoggedTable> table, Occurrences told) {

  /// Where logs tell of it.
  static Stream<Incident> of(Evidence evidence, NoticeKind... kinds) {
    return Stream.of(kinds)
        .filter(kind -> evidence.notices(kind).isPresent())
        .flatMap(kind -> {
          var tables =
              LoggedTable.all(evidence)
                  .flatMap(each ->
                      each.history().notices(kind).stream()
                          .map(told -> new Incident(evidence, Optional.of(each), told)))
                  .sorted((one, other) -> Long.compare(other.told.count(), one.told.count()))
                  .toList();
          return tables.isEmpty()
              ? evidence.notices(kind).stream()
                  .map(told -> new Incident(evidence, Optional.empty(), told))
              : tables.stream();
        });
  }

  Subject subject() {
    return table.map(LoggedTable::subject).orElseGet(Subject.Cluster::new);
  }

  String name() {
    return table
        .map(LoggedTable::name)
        .orElseGet(() -> "a table that the message does not name" + vacuumed());
  }

  /// The only table of which a vacuum is told.
  private String vacuumed() {
    var told = LoggedTable.all(evidence).limit(2).toList();
    return told.size() == 1 ? "; %s was vacuumed".formatted(told.getFirst().name()) : "";
  }

  /// Whether it is the TOAST table of the catalog that ANALYZE fills, which has the same oid in
  /// every database: its rows can be deleted without reading what is lost.
  boolean isOfStatistics() {
    return table.filter(each -> each.relation().name().name().equals("pg_toast_2619")).isPresent();
  }

  /// Vacuum itself mends a page that was never written.
  boolean isRepaired() {
    return told.last().kind() == NoticeKind.UNINITIALIZED_PAGE;
  }

  /// The statement that builds the index anew; of a catalog PostgreSQL refuses CONCURRENTLY
  /// (`ReindexIndex()`).
  String rebuild() {
    var index = Objects.requireNonNullElse(told.last().spot().index(), "");
    if (index.startsWith("pg_") && !index.startsWith("pg_toast")) {
      return "REINDEX INDEX %s (whoever needs the catalog waits)"
          .formatted(Identifiers.qualified("pg_catalog", index));
    }
    var schema = table.map(each -> each.relation().name().schema()).orElse("");
    return "REINDEX INDEX CONCURRENTLY %s (before 12 without CONCURRENTLY)"
        .formatted(
            index.isEmpty()
                ? "with the name in the message"
                : Identifiers.qualified(schema, index));
  }

  /// Whether a vacuum of the table ended well since.
  boolean isOver() {
    return table.filter(each -> each.history().wasVacuumedSince(told)).isPresent();
  }

  /// The first sentence of what the server said last; empty where the kind says it all.
  String sentence() {
    var text = Objects.requireNonNullElse(told.last().text(), "");
    int end = text.indexOf(". ");
    return end < 0 ? text : text.substring(0, end);
  }

  Facts facts() {
    var last = told.last();
    return new Facts()
        .told(last, "the message", last.text())
        .told(last, "while", LogFacts.spot(last))
        .told(told, "told")
        .engine("limit", "once", "the server says so only where it happened");
  }
}
