package org.vacuumadvisor.lab.accuracy;

import java.time.Duration;
import java.util.NoSuchElementException;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.source.jdbc.ServerSource;
import org.vacuumadvisor.workload.Workload;
import org.vacuumadvisor.workload.WorkloadClass;
import org.vacuumadvisor.workload.Workloads;

/// A server as the advisor saw it, and what it takes its databases and tables for.
record Sampled(Survey survey, Workloads workloads) {

  /// Looks twice.
  static Sampled over(PostgresServer server, Duration window)
      throws SourceException, InterruptedException {
    var seen = source(server).sample(Databases.ALL, window, Progress.NONE);
    return between(seen.older(), seen.newer());
  }

  static Sampled between(Survey older, Survey newer) {
    return new Sampled(newer, Workloads.between(older, newer));
  }

  static Survey survey(PostgresServer server) throws SourceException, InterruptedException {
    return source(server).survey(Databases.ALL, Progress.NONE);
  }

  /// The same, had the advisor looked only the second time.
  Sampled once() {
    return new Sampled(survey, Workloads.of(survey));
  }

  WorkloadClass ofDatabase(String database) {
    return workloadOfDatabase(database).kind();
  }

  Workload workloadOfDatabase(String database) {
    return workloads.of(survey.database(database).orElseThrow());
  }

  WorkloadClass ofTable(String database, String table) {
    return workloads.of(table(database, table)).kind();
  }

  Workload ofTableIn(String schema, String table) {
    return survey
        .userRelations()
        .filter(each -> each.name().schema().equals(schema) && each.name().name().equals(table))
        .findFirst()
        .map(workloads::of)
        .orElseThrow();
  }

  private Relation table(String database, String table) {
    return survey
        .userRelations()
        .filter(each -> each.name().database().equals(database) && each.name().name().equals(table))
        .findFirst()
        .orElseThrow(() -> new NoSuchElementException(database + "." + table));
  }

  /// All verdicts on a database with their grounds, for the message of a failure.
  String explained(String database) {
    var text = new StringBuilder(database + ": " + workloadOfDatabase(database));
    survey
        .userRelations()
        .filter(each -> each.name().database().equals(database))
        .forEach(each ->
            text.append('\n').append(each.name().name()).append(": ").append(workloads.of(each)));
    return text.toString();
  }

  private static ServerSource source(PostgresServer server) throws SourceException {
    return server.source();
  }
}
