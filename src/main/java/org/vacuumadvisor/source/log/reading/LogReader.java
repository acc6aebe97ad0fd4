package org.vacuumadvisor.source.log.reading;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Opened;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.Detection;
import org.vacuumadvisor.source.log.line.ReadOptions;

/// Reads inputs and hands over the messages in them, in the order of the inputs. Large files are
/// read with as many threads as there are processors, streams with the caller's.
public final class LogReader {
  private final ReadOptions options;
  private final ParallelReader parallel;

  public LogReader(ReadOptions options) {
    this(options, ParallelReader.ofMachine());
  }

  LogReader(ReadOptions options, ParallelReader parallel) {
    this.options = options;
    this.parallel = parallel;
  }

  /// Reads all inputs to their ends.
  ///
  /// @return what each turned out to be
  /// @throws SourceException if an input cannot be opened or read
  public List<Detection> read(List<LogSource> sources, EntrySink sink, Progress progress)
      throws SourceException {
    OptionalLong total = total(sources);
    if (parallel.isWorth(total)) {
      return parallel.read(sources, options, sink, progress, total.orElseThrow());
    }
    var detections = new ArrayList<Detection>();
    long before = 0;
    for (LogSource source : sources) {
      try (var opened = Opened.of(source)) {
        long done = before;
        sink.input(source.input());
        var lines = new Lines(options.about(source), sink);
        lines.learn(opened);
        boolean goOn = lines.read(opened, read -> progress.goOn(done + read, total));
        detections.add(lines.detection(source.input(), opened, lines.sum()));
        before += opened.done();
        if (!goOn) {
          break;
        }
      }
    }
    sink.end();
    return detections;
  }

  private static OptionalLong total(List<LogSource> sources) {
    long total = 0;
    for (LogSource source : sources) {
      OptionalLong size = source.size();
      if (size.isEmpty()) {
        return OptionalLong.empty();
      }
      total += size.getAsLong();
    }
    return OptionalLong.of(total);
  }
}
