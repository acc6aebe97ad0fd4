package org.vacuumadvisor.source.jdbc;

import java.util.List;
import java.util.stream.Collectors;
import org.vacuumadvisor.postgres.Identifiers;

/// A list of databases as a phrase: a server may have thousands.
final class NameList {
  private static final int SHOWN = 5;

  private NameList() {}

  static String of(List<ServerProbe.Place> places) {
    var names =
        places.stream()
            .limit(SHOWN)
            .map(each -> Identifiers.quoted(each.name()))
            .collect(Collectors.joining(", "));
    int more = places.size() - SHOWN;
    return (places.size() == 1 ? "database " : places.size() + " databases: ")
        + names
        + (more > 0 ? " and " + more + " more" : "");
  }
}
