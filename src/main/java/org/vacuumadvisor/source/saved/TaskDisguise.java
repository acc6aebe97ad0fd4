package org.vacuumadvisor.source.saved;

import java.util.stream.Stream;
import org.vacuumadvisor.source.Row;

/// What a worker of autovacuum says it does, without the name of the table: `autovacuum: VACUUM
/// ANALYZE table (to prevent wraparound)`, from `autovac_report_activity()` in `autovacuum.c`.
final class TaskDisguise {
  private static final String PREFIX = "autovacuum: ";
  private static final String FORCED = " (to prevent wraparound";

  private TaskDisguise() {}

  static String of(String task, Row row) {
    var what = task.startsWith(PREFIX) ? task.substring(PREFIX.length()) : "";
    var verb =
        Stream.of("VACUUM ANALYZE ", "VACUUM ", "ANALYZE ", "BRIN summarize ")
            .filter(what::startsWith)
            .findFirst()
            .orElse("");
    var table = row.count("relid").known().map(oid -> "table_" + oid).orElse("table");
    return PREFIX + verb + table + (task.contains(FORCED) ? FORCED + ")" : "");
  }
}
