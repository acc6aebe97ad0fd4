package org.vacuumadvisor.source.saved;

import java.util.stream.Stream;
import org.vacuumadvisor.model.session.Backend;
import org.vacuumadvisor.source.Row;

/// What a worker of autovacuum says it does, without the name of the table: `autovacuum: VACUUM
/// ANALYZE table (to prevent wraparound)`, from `autovac_report_activity()` in `autovacuum.c`.
final class TaskDisguise {
  private static final String FORCED = " (to prevent wraparound";

  private TaskDisguise() {}

  static String of(String task, Row row) {
    var what =
        task.startsWith(Backend.WORKER_TASK) ? task.substring(Backend.WORKER_TASK.length()) : "";
    var verb =
        Stream.of("VACUUM ANALYZE ", "VACUUM ", "ANALYZE ", "BRIN summarize ")
            .filter(what::startsWith)
            .findFirst()
            .orElse("");
    var table = row.count("relid").known().map(oid -> "table_" + oid).orElse("table");
    return Backend.WORKER_TASK + verb + table + (task.contains(FORCED) ? FORCED + ")" : "");
  }
}
