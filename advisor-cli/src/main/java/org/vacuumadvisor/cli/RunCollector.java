package org.vacuumadvisor.cli;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.RunSink;

/// Keeps the runs of logs besides what they amount to: the first of them, where there are very
/// many.
final class RunCollector implements RunSink {
  private static final int MOST_RUNS = 200_000;

  private final Historian historian = new Historian(0);
  private final List<Run> runs = new ArrayList<>();

  @Override
  public void run(Run run) {
    historian.run(run);
    if (runs.size() < MOST_RUNS) {
      runs.add(run);
    }
  }

  @Override
  public void notice(Notice notice) {
    historian.notice(notice);
  }

  History history() {
    return historian.history();
  }

  List<Run> runs() {
    return runs;
  }
}
