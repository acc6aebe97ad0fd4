package org.vacuumadvisor.forecast.simulator;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A worker of autovacuum: it makes its list once, works it off and exits (`do_autovacuum()`).
final class Worker {
  final DatabaseSchedule database;
  private final List<TableState> list;
  private int next;
  @Nullable WorkerRun run;

  Worker(List<TableState> list, DatabaseSchedule database) {
    this.list = list;
    this.database = database;
  }

  /// The next table of the list; null at its end.
  @Nullable TableState next() {
    return next < list.size() ? list.get(next++) : null;
  }
}
