package org.vacuumadvisor.diagnosis.rule;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.postgres.Identifiers;

/// Damage of one kind that logs tell of, at one table, or at none that is named.
///
/// @param table empty where the message names none
record Damage(Evidence evidence, Optional<Relation> table, Occurrences told) {

  /// Where logs tell of such damage.
  static Stream<Damage> of(Evidence evidence, NoticeKind... kinds) {
    return Stream.of(kinds)
        .flatMap(kind -> {
          var tables =
              LogFacts.tables(evidence)
                  .flatMap(each ->
                      each.history().notices(kind).stream()
                          .map(told -> new Damage(evidence, Optional.of(each.relation()), told)))
                  .sorted((one, other) -> Long.compare(other.told.count(), one.told.count()))
                  .toList();
          return tables.isEmpty()
              ? evidence.history().flatMap(all -> all.notices(kind)).stream()
                  .map(told -> new Damage(evidence, Optional.empty(), told))
              : tables.stream();
        });
  }

  Subject subject() {
    return table.<Subject>map(Subject.OfRelation::new).orElseGet(Subject.Cluster::new);
  }

  String name() {
    return table
        .map(each -> LogFacts.name(each, evidence))
        .orElseGet(() -> "a table that the message does not name" + vacuumed());
  }

  /// The only table of which a vacuum is told.
  private String vacuumed() {
    var told = LogFacts.tables(evidence).limit(2).toList();
    return told.size() == 1
        ? "; %s was vacuumed".formatted(LogFacts.name(told.getFirst().relation(), evidence))
        : "";
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
    var schema = table.map(each -> each.name().schema()).orElse("");
    return "REINDEX INDEX CONCURRENTLY %s (before 12 without CONCURRENTLY)"
        .formatted(
            index.isEmpty()
                ? "with the name in the message"
                : Identifiers.qualified(schema, index));
  }

  Facts facts() {
    var facts = new Facts();
    var last = told.last();
    var text = last.text();
    if (text != null) {
      facts.told(last, "the message", text);
    }
    LogFacts.spot(last).ifPresent(doing -> facts.told(last, "while", doing));
    facts.told(told, "told");
    facts.engine("limit", "once", "damage is reported only where a check of its own failed");
    return facts;
  }
}
