package org.vacuumadvisor.fleet.ingest;

import java.util.List;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.model.history.Understanding;

/// What the logs of one cluster tell, summed up while they are read.
final class LogJudge {
  private static final int RUNS_KEPT = 100;

  private final Historian historian = new Historian(RUNS_KEPT);
  private long entries;
  private long read;
  private long unknownLines;

  /// Listens to what another one takes.
  RunSink listeningTo(RunSink other) {
    return new RunSink() {
      @Override
      public void run(Run run) {
        historian.run(run);
        other.run(run);
      }

      @Override
      public void notice(Notice notice) {
        historian.notice(notice);
        other.notice(notice);
      }
    };
  }

  /// A log was read to its end.
  void understood(Understanding more) {
    entries += more.entries();
    read += more.read();
    unknownLines += more.unknownLines();
  }

  History history() {
    return historian
        .history()
        .covering(new Understanding(entries, read, unknownLines, List.of(), List.of()));
  }
}
