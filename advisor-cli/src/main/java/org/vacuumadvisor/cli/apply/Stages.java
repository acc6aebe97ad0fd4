package org.vacuumadvisor.cli.apply;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;

/// In which order changes are made, and how many at a time: first one table of each kind of change,
/// then the other tables that get the same, then the server.
final class Stages {
  private Stages() {}

  /// Changes that are made together.
  record Stage(String title, List<Change> changes) {}

  static List<Stage> of(List<Change> changes) {
    var first = new ArrayList<Change>();
    var others = new ArrayList<Change>();
    var server = new ArrayList<Change>();
    var seen = new HashSet<String>();
    for (var each : changes) {
      switch (each) {
        case Change.OfServer setting -> server.add(setting);
        case Change.OfTable table -> (seen.add(kind(table)) ? first : others).add(table);
      }
    }
    var stages = new ArrayList<Stage>();
    add(stages, others.isEmpty() ? "tables" : "one table of each kind", first);
    add(stages, "the other tables", others);
    add(stages, "the server", server);
    return stages;
  }

  private static void add(List<Stage> stages, String title, List<Change> changes) {
    if (!changes.isEmpty()) {
      stages.add(new Stage(title, List.copyOf(changes)));
    }
  }

  private static String kind(Change.OfTable table) {
    return table.prefix()
        + table.values().stream()
            .map(each -> each.name() + "=" + each.to())
            .sorted()
            .collect(Collectors.joining(","));
  }
}
