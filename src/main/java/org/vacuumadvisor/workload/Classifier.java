package org.vacuumadvisor.workload;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Activity;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.unit.Share;

/// Tells what applications do from what the server counted.
///
/// A partitioned table, which has no counters, gets the sum of its partitions; a database gets the
/// sum of its tables without PostgreSQL's own. TOAST tables follow their table and get no verdict.
final class Classifier {
  private final Counters counters;
  private final Map<RelationKey, Relation> relations;
  private final Map<RelationKey, Judgement> judgements = new HashMap<>();
  private final Map<RelationKey, Workload> workloads = new HashMap<>();

  Classifier(Counters counters) {
    this.counters = counters;
    this.relations = counters.newer().byKey();
  }

  Workloads workloads() {
    var tables = tables();
    judge(tables, counted(tables));
    judgePartitioned(tables);
    var byDatabase =
        tables.stream().collect(Collectors.groupingBy(each -> each.key().databaseOid()));
    var databases = new HashMap<Long, Workload>();
    for (var database : counters.newer().databases()) {
      databases.put(
          database.oid(), judge(database, byDatabase.getOrDefault(database.oid(), List.of())));
    }
    return new Workloads(counters.period(), workloads, databases);
  }

  private List<Relation> tables() {
    return counters
        .newer()
        .userRelations()
        .filter(each ->
            switch (each.kind()) {
              case TABLE, MATERIALIZED_VIEW -> true;
              case TOAST, PARTITIONED_TABLE -> false;
            })
        .toList();
  }

  private Map<RelationKey, Traffic> counted(List<Relation> tables) {
    var counted = new HashMap<RelationKey, Traffic>();
    for (var table : tables) {
      var obstacle = counters.obstacle(table);
      if (obstacle.isEmpty()) {
        counted.put(table.key(), counters.of(table));
      } else {
        workloads.put(
            table.key(),
            Verdict.undetermined(obstacle.get()).over(Activity.NONE, counters.period()));
      }
    }
    return counted;
  }

  private void judge(List<Relation> tables, Map<RelationKey, Traffic> counted) {
    var lookups = Lookups.of(tables, counted);
    var surroundings = new Surroundings();
    var traffics = new HashMap<RelationKey, Traffic>();
    for (var table : tables) {
      var its = counted.get(table.key());
      if (its != null) {
        var traffic = its.withReads(lookups.readsOf(table, its.activity()));
        traffics.put(table.key(), traffic);
        surroundings.add(table, traffic.withoutInserts(its.standing()));
      }
    }
    for (var table : tables) {
      var traffic = traffics.get(table.key());
      if (traffic != null) {
        var around = surroundings.readShare(table, traffic);
        var judgement = TableJudge.judge(table, traffic, around);
        judgements.put(table.key(), judgement);
        workloads.put(table.key(), judgement.verdict().over(traffic.activity(), traffic.period()));
      }
    }
  }

  private void judgePartitioned(List<Relation> tables) {
    var leaves = new HashMap<RelationKey, List<Relation>>();
    for (var table : tables) {
      for (var above : partitionedAbove(table)) {
        leaves.computeIfAbsent(above, _ -> new ArrayList<>()).add(table);
      }
    }
    leaves.forEach((partitioned, parts) -> workloads.put(partitioned, ofPartitions(parts)));
  }

  private Workload ofPartitions(List<Relation> parts) {
    long database = parts.getFirst().key().databaseOid();
    var judged = judgementsOf(parts);
    if (judged.isEmpty()) {
      return Verdict.undetermined("the counters of its partitions were reset in the window")
          .over(Activity.NONE, counters.period(database));
    }
    var none = none(database);
    var sum = judged.stream().map(Judgement::traffic).reduce(none, Traffic::plus);
    var later = judged.stream().map(Judgement::later).reduce(none, Traffic::plus);
    return TableJudge.judge(sum, sum.written() - later.written(), sum.readShare())
        .verdict()
        .over(sum.activity(), sum.period());
  }

  /// What a table is a partition of, at every level. A survey from outside may contain a circle.
  private Set<RelationKey> partitionedAbove(Relation table) {
    var above = new HashSet<RelationKey>();
    var parent = parent(table);
    while (parent != null
        && parent.kind() == RelationKind.PARTITIONED_TABLE
        && above.add(parent.key())) {
      parent = parent(parent);
    }
    return above;
  }

  private @Nullable Relation parent(Relation relation) {
    return relation.parentKey().map(relations::get).orElse(null);
  }

  private Workload judge(Database database, List<Relation> tables) {
    var none = none(database.oid());
    var obstacle = counters.obstacle(database);
    if (obstacle.isPresent()) {
      return Verdict.undetermined(obstacle.get()).over(Activity.NONE, none.period());
    }
    var judged = judgementsOf(tables);
    var activity = judged.stream().map(Judgement::traffic).reduce(none, Traffic::plus).activity();
    return DatabaseJudge.verdict(judged, none).over(activity, none.period());
  }

  private List<Judgement> judgementsOf(List<Relation> tables) {
    return tables.stream().flatMap(each -> Stream.ofNullable(judgements.get(each.key()))).toList();
  }

  private Traffic none(long database) {
    return Traffic.none(counters.period(database), counters.observed(database));
  }

  /// The tables that a table works with in the same transactions, as far as it can be told: those
  /// that its foreign keys point at, and those that point at it. In a schema without any foreign
  /// key, all tables of it.
  private static final class Surroundings {
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
}
