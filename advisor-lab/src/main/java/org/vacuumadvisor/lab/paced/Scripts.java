package org.vacuumadvisor.lab.paced;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

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
    if (!NAMES.contains(name)) {
      throw new IllegalArgumentException(
          "There is no workload \"%s\"; there are %s.".formatted(name, String.join(", ", NAMES)));
    }
    try (var stream = Scripts.class.getResourceAsStream(name + ".sql")) {
      if (stream == null) {
        throw new IllegalStateException("The file of the workload " + name + " is missing");
      }
      return ScriptReader.read(name, new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
