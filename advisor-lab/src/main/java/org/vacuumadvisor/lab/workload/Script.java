package org.vacuumadvisor.lab.workload;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A workload at a steady pace.
///
/// @param name of its file, without the ending
/// @param about what it is and whose tables and statements it follows, a few sentences
/// @param settings of the server
/// @param follow how long its tables need after a change to show what came of it, where that is
///   longer than for most: they grow, or autovacuum comes rarely; zero if nothing is known
/// @param load statements that make and fill the tables, each a transaction of its own
/// @param flows at least one
public record Script(
    String name,
    String about,
    Map<String, String> settings,
    Duration follow,
    List<String> load,
    List<Flow> flows) {
  public Script {
    settings = Collections.unmodifiableMap(new TreeMap<>(settings));
    load = List.copyOf(load);
    flows = List.copyOf(flows);
    if (flows.isEmpty()) {
      throw new IllegalArgumentException("The workload \"" + name + "\" has no flow.");
    }
  }
}
