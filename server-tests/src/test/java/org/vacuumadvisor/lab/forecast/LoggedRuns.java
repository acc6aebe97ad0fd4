package org.vacuumadvisor.lab.forecast;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.model.history.Trigger;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.RunReader;

/// The runs that a server's log tells of.
final class LoggedRuns implements RunSink {
  private final List<Run> runs = new ArrayList<>();

  /// An automatic vacuum.
  record Vacuum(
      Instant start,
      double seconds,
      long removed,
      @Nullable Long scanned,
      @Nullable Long hits,
      @Nullable Long reads,
      @Nullable Long dirtied) {}

  static LoggedRuns of(Path log) throws SourceException {
    var runs = new LoggedRuns();
    var _ =
        new RunReader(ReadOptions.AUTO)
            .read(List.of(LogSource.file(new Input(0, "log"), log)), runs, Progress.NONE);
    return runs;
  }

  @Override
  public void run(Run run) {
    runs.add(run);
  }

  @Override
  public void notice(Notice notice) {}

  List<Run> all() {
    return runs;
  }

  List<Vacuum> vacuums(String table, Instant from, Instant to) {
    return runs.stream()
        .filter(each -> each.heading().command() == Command.VACUUM)
        .filter(each -> each.heading().trigger() == Trigger.AUTOVACUUM)
        .filter(each -> table.equals(each.heading().name().table()))
        .map(each -> {
          var buffers = each.usage().buffers();
          var seconds = each.elapsedSeconds();
          var removed = each.outcome().tuples().removed();
          return new Vacuum(
              Moments.start(each).orElseThrow(),
              seconds == null ? 0 : seconds,
              removed == null ? 0 : removed,
              each.outcome().pages().scanned(),
              buffers == null ? null : buffers.hits(),
              buffers == null ? null : buffers.reads(),
              buffers == null ? null : buffers.dirtied());
        })
        .filter(each -> !each.start().isBefore(from) && each.start().isBefore(to))
        .toList();
  }
}
