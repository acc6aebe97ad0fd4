package org.vacuumadvisor.source.mapping;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;

/// The relations of all databases that were read.
final class RelationMapping {
  private final Map<String, DatabaseRelations> databases = new LinkedHashMap<>();

  /// Takes the rows read in one database; that it was opened counts as having read it.
  DatabaseRelations in(String database) {
    return databases.computeIfAbsent(database, DatabaseRelations::new);
  }

  /// The names of the databases whose tables were read.
  Set<String> databases() {
    var names = new TreeSet<String>();
    databases.values().stream()
        .filter(DatabaseRelations::hasTables)
        .forEach(each -> names.add(each.name()));
    return names;
  }

  /// All relations. A catalog that all databases share is kept once, as the first of them shows it,
  /// under [RelationKey#SHARED].
  List<Relation> relations(DatabaseMapping names, int blockSize, boolean countersKept) {
    var relations = new LinkedHashMap<RelationKey, Relation>();
    for (var database : databases.values()) {
      database.finish(
          names.oid(database.name()),
          blockSize,
          countersKept,
          relation -> relations.putIfAbsent(relation.key(), relation));
    }
    return new ArrayList<>(relations.values());
  }
}
