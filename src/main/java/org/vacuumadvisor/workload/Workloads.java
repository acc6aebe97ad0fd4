package org.vacuumadvisor.workload;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Activity;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.Survey;

/// The workload of every table and database of a survey, and the time it was seen over.
///
/// @param period of most figures; a table that only the newer of two surveys could read has its own
/// @param tables by relation. A partitioned table has that of its partitions together; TOAST tables
///   and PostgreSQL's own tables have none
/// @param databases by `pg_database.oid`
public record Workloads(
    Period period, Map<RelationKey, Workload> tables, Map<Long, Workload> databases) {
  public Workloads {
    tables = Map.copyOf(tables);
    databases = Map.copyOf(databases);
  }

  /// From the counters of one survey, summed since the statistics were last reset.
  public static Workloads of(Survey survey) {
    return new Classifier(Counters.sinceReset(survey)).workloads();
  }

  /// From what happened between two surveys of one server.
  public static Workloads between(Survey older, Survey newer) {
    return new Classifier(Counters.between(older, newer)).workloads();
  }

  /// The workload of a table; undetermined where nothing is known.
  public Workload of(Relation relation) {
    return known(tables.get(relation.key()));
  }

  /// The workload of a database; undetermined where nothing is known.
  public Workload of(Database database) {
    return known(databases.get(database.oid()));
  }

  private Workload known(@Nullable Workload workload) {
    return workload != null
        ? workload
        : Verdict.undetermined("nothing is known of it").over(Activity.NONE, period);
  }
}
