package org.vacuumadvisor.diagnosis.logged;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.model.run.NoticeKind;
import org.vacuumadvisor.postgres.Identifiers;

/// Where logs tell of damage.
///
/// @param id of the finding
/// @param kinds of notice that tell of it
record Damage(String id, List<NoticeKind> kinds) {

  /// Damage of one kind at one table, or at none that is named.
  record At(LogCase logs, Optional<TableHistory> table, Occurrences told) {

    Subject subject() {
      return table.map(logs::subject).orElseGet(Subject.Cluster::new);
    }

    String name() {
      return table.map(logs::name).orElse("a table that the message does not name");
    }

    /// Vacuum itself mends a page that was never written.
    boolean isRepaired() {
      return told.last().kind() == NoticeKind.UNINITIALIZED_PAGE;
    }

    String rebuild() {
      var index = told.last().spot().index();
      return "REINDEX INDEX CONCURRENTLY "
          + (index == null
              ? "with the name in the message"
              : table
                      .map(each -> each.name().schema())
                      .filter(schema -> !schema.isEmpty())
                      .map(schema -> Identifiers.quoted(schema) + ".")
                      .orElse("")
                  + Identifiers.quoted(index))
          + " (before 12 without CONCURRENTLY)";
    }

    List<Fact> facts() {
      var facts = new ArrayList<Fact>();
      var last = told.last();
      var text = last.text();
      if (text != null) {
        facts.add(Told.by(last, "the message", text));
      }
      AutovacuumCancelled.spot(last).ifPresent(spot -> facts.add(Told.by(last, "while", spot)));
      facts.add(Told.times(told, "told"));
      facts.add(
          Fact.threshold(
              "worth a word",
              "once",
              Provenance.ENGINE,
              "PostgreSQL reports damage only where a check of its own failed"));
      return facts;
    }
  }

  Stream<At> of(LogCase logs) {
    return kinds.stream()
        .flatMap(kind -> {
          var tables =
              logs.with(kind)
                  .map(table -> new At(logs, Optional.of(table), table.notices(kind).orElseThrow()))
                  .toList();
          return tables.isEmpty()
              ? logs.history().notices(kind).stream()
                  .map(told -> new At(logs, Optional.empty(), told))
              : tables.stream();
        });
  }
}
