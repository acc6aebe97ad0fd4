package org.vacuumadvisor.lab.paced;

import java.util.List;
import org.vacuumadvisor.lab.workload.Named;
import org.vacuumadvisor.unit.Resource;

/// The workloads that come with the lab.
public final class Scripts {
  private static final List<String> NAMES =
      List.of(
          "audit-log",
          "change-capture",
          "counters",
          "event-table",
          "foreign-keys",
          "graphile-worker",
          "hot-queue",
          "index-passes",
          "nightly-bulk",
          "partitions",
          "pgbench-select-only",
          "pgbench-simple-update",
          "pgbench-tpcb",
          "pgmq",
          "que",
          "river",
          "sessions",
          "soft-deletes",
          "solid-queue",
          "stale-statistics",
          "temp-tables",
          "upserts",
          "wide-jsonb",
          "wide-updates");

  private Scripts() {}

  /// All of them, by name.
  public static List<Script> all() {
    return NAMES.stream().map(Scripts::named).toList();
  }

  /// Their names.
  public static List<String> names() {
    return NAMES;
  }

  /// The one of this name.
  ///
  /// @throws IllegalArgumentException with a sentence for the user if there is none
  public static Script named(String name) {
    var known = Named.one("workload", name, NAMES, each -> each);
    return ScriptReader.read(known, Resource.text(Scripts.class, name + ".sql"));
  }
}
