package org.vacuumadvisor.fleet.series;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.model.Readings;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Survey;

/// Finds the tables of now that rows of the archive are of, by database and oid. They come without
/// indexes: what these were like then is not in the archive.
final class TableNames {
  private record Named(String database, long oid) {}

  private final Map<Named, Relation> relations = new HashMap<>();

  TableNames(Survey now) {
    for (var each : now.relations()) {
      relations.put(
          new Named(each.name().database(), each.key().oid()),
          new Relation(
              each.key(),
              each.name(),
              each.kind(),
              each.persistence(),
              each.blockSize(),
              each.storage(),
              Readings.NONE,
              each.parent(),
              each.references(),
              List.of(),
              List.of()));
    }
  }

  /// All tables of now, with nothing known of them.
  Collection<Relation> all() {
    return relations.values();
  }

  /// The table; empty if it is there no longer.
  Optional<Relation> of(ArchiveRow row) {
    var oid = row.count("relation_oid");
    return row.text("database")
        .filter(_ -> oid.isPresent())
        .map(database -> new Named(database, oid.getAsLong()))
        .map(relations::get);
  }
}
