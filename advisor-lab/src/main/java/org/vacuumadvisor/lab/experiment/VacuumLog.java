package org.vacuumadvisor.lab.experiment;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.model.history.Trigger;
import org.vacuumadvisor.model.history.Usage;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.RunReader;

/// What the part of a server's log that was written in a trial tells of autovacuum.
final class VacuumLog implements RunSink {
  private static final String MAIN_SCHEMA = "public";

  private final List<Run> runs = new ArrayList<>();

  private VacuumLog() {}

  /// Reads a log from a position to its end.
  static VacuumLog read(Path log, long from) throws SourceException {
    var told = new VacuumLog();
    try (var channel = FileChannel.open(log)) {
      channel.position(from);
      new RunReader(ReadOptions.AUTO)
          .read(
              List.of(
                  LogSource.stream(
                      new Input(0, log.getFileName().toString()),
                      Channels.newInputStream(channel))),
              told,
              Progress.NONE);
    } catch (IOException failure) {
      throw new SourceException("The log of the server cannot be read: " + failure, failure);
    }
    return told;
  }

  @Override
  public void run(Run run) {
    if (run.heading().trigger() == Trigger.AUTOVACUUM
        && MAIN_SCHEMA.equals(run.heading().name().schema())) {
      runs.add(run);
    }
  }

  @Override
  public void notice(Notice notice) {}

  /// What vacuums did together.
  ///
  /// @param vacuums how many ended
  /// @param pagesRead not found in the buffers
  /// @param firstDirtied pages dirtied by the first vacuum of the main table after a checkpoint, on
  ///   the average; empty where there was none
  /// @param firstWalBytes the same for write-ahead log
  public record Work(
      long vacuums,
      long pagesRead,
      long pagesDirtied,
      OptionalDouble firstDirtied,
      OptionalDouble firstWalBytes) {}

  /// All of it together.
  ///
  /// @param checkpoints when checkpoints began, in seconds since 1970; the first lies before the
  ///   trial
  Work work(NavigableSet<Long> checkpoints) {
    var first = firstAfter(checkpoints);
    return new Work(
        vacuums().count(),
        buffers(Usage.Buffers::reads),
        buffers(Usage.Buffers::dirtied),
        mean(first, each -> each.usage().buffers() == null ? 0 : each.usage().buffers().dirtied()),
        mean(first, each -> each.usage().wal() == null ? 0 : each.usage().wal().bytes()));
  }

  Stream<Run> vacuums() {
    return runs.stream().filter(each -> each.heading().command() == Command.VACUUM);
  }

  /// The first vacuum that started after each checkpoint.
  private List<Run> firstAfter(NavigableSet<Long> checkpoints) {
    return checkpoints.stream()
        .skip(1)
        .map(Instant::ofEpochSecond)
        .flatMap(checkpoint ->
            vacuums()
                .filter(each ->
                    Moments.start(each).filter(start -> start.isAfter(checkpoint)).isPresent())
                .min(Comparator.comparing(each -> Moments.start(each).orElseThrow()))
                .stream())
        .toList();
  }

  private static OptionalDouble mean(List<Run> runs, ToLongFunction<Run> which) {
    return runs.stream().mapToLong(which).average();
  }

  private long buffers(ToLongFunction<Usage.Buffers> which) {
    return vacuums()
        .map(each -> each.usage().buffers())
        .filter(Objects::nonNull)
        .mapToLong(which)
        .sum();
  }
}
