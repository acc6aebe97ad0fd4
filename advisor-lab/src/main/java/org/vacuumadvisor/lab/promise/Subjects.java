package org.vacuumadvisor.lab.promise;

import org.vacuumadvisor.diagnosis.Subject;

/// What findings are about, by names that are the same on two servers.
final class Subjects {
  private Subjects() {}

  static String named(Subject subject) {
    return switch (subject) {
      case Subject.Cluster _ -> "server";
      case Subject.OfDatabase(var name) -> "database " + name;
      case Subject.OfRelation(var relation) -> relation.name().sql();
      case Subject.OfIndex(var table, var index) -> table.name().sql() + " " + index.name();
    };
  }
}
