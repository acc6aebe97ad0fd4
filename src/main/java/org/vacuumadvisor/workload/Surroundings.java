package org.vacuumadvisor.workload;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.unit.Share;

/// The tables that a table works with in the same transactions, as far as it can be told: those
/// that its foreign keys point at, and those that point at it. In a schema without any foreign key,
/// all tables of it.
final class Surroundings {
  private final Map<RelationKey, Traffic> own = new HashMap<>();
  private final Map<RelationKey, Set<RelationKey>> linked = new HashMap<>();
  private final Map<Schema, Traffic> schemas = new HashMap<>();
  private final Set<Schema> withForeignKeys = new HashSet<>();

  void add(Relation table, Traffic traffic) {
    var work = WriteMix.withoutPolling(traffic);
    var schema = Schema.of(table);
    own.put(table.key(), work);
    schemas.merge(schema, work, Traffic::plus);
    for (long oid : table.references()) {
      var referenced = new RelationKey(table.key().databaseOid(), oid);
      linked.computeIfAbsent(table.key(), _ -> new HashSet<>()).add(referenced);
      linked.computeIfAbsent(referenced, _ -> new HashSet<>()).add(table.key());
      withForeignKeys.add(schema);
    }
  }

  /// The read share of a table and those around it.
  Share readShare(Relation table, Traffic traffic) {
    var schema = Schema.of(table);
    if (!withForeignKeys.contains(schema)) {
      return schemas.getOrDefault(schema, traffic).readShare();
    }
    var sum = own.getOrDefault(table.key(), traffic);
    for (var key : linked.getOrDefault(table.key(), Set.of())) {
      var other = own.get(key);
      if (other != null && !key.equals(table.key())) {
        sum = sum.plus(other);
      }
    }
    return sum.readShare();
  }

  private record Schema(long database, String name) {
    static Schema of(Relation table) {
      return new Schema(table.key().databaseOid(), table.name().schema());
    }
  }
}
