package org.vacuumadvisor.gui.paste;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.RunSink;

/// Keeps the figures of all runs, and the first runs themselves; sums up all.
final class RunCollector implements RunSink {
  /// Whole runs; of the others the figures are kept, and they are read again when they are drawn.
  static final int KEPT = 5_000;

  private static final int SLOWEST = 1_000;

  private final Historian historian = new Historian(SLOWEST);
  private final List<Run> runs = new ArrayList<>();
  private final RunStore store = new RunStore();

  @Override
  public void run(Run run) {
    historian.run(run);
    store.add(run);
    if (runs.size() < KEPT) {
      runs.add(run);
    }
  }

  @Override
  public void notice(Notice notice) {
    historian.notice(notice);
  }

  Historian historian() {
    return historian;
  }

  List<Run> runs() {
    return runs;
  }

  RunStore store() {
    return store;
  }
}
