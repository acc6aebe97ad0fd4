package org.vacuumadvisor.gui.paste;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.run.Notice;
import org.vacuumadvisor.model.run.Run;
import org.vacuumadvisor.model.run.RunSink;

/// Keeps as many runs as somebody could look through, and sums up all.
final class RunCollector implements RunSink {
  static final int KEPT = 20_000;
  private static final int SLOWEST = 1_000;

  private final Historian historian = new Historian(SLOWEST);
  private final List<Run> runs = new ArrayList<>();
  private long beyond;

  @Override
  public void run(Run run) {
    historian.run(run);
    if (runs.size() < KEPT) {
      runs.add(run);
    } else {
      beyond++;
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

  long beyond() {
    return beyond;
  }
}
