package org.vacuumadvisor.cli.option;

import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.vacuumadvisor.cli.output.ProgressBar;
import org.vacuumadvisor.cli.output.Terminal;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.Result;
import org.vacuumadvisor.source.log.reading.RunReader;

/// Files and standard input that are read as one log.
public record LogInputs(List<LogSource> sources) {
  private static final String STANDARD_INPUT = "-";

  /// In the order in which they were written.
  public static LogInputs of(List<String> files) {
    return of(files, System.in);
  }

  /// The same, with what stands for standard input.
  public static LogInputs of(List<String> files, InputStream standard) {
    return new LogInputs(
        IntStream.range(0, files.size())
            .mapToObj(at -> source(at, files.get(at), standard))
            .toList());
  }

  private static LogSource source(int number, String name, InputStream standard) {
    var input = new Input(number, name);
    return name.equals(STANDARD_INPUT)
        ? LogSource.stream(input, standard)
        : LogSource.file(input, Path.of(name));
  }

  /// Reads them with a progress bar, whatever their format is.
  public Result read(RunSink sink, PrintWriter messages, Terminal terminal) throws SourceException {
    return read(ReadOptions.AUTO, sink, messages, terminal);
  }

  /// Reads them with a progress bar.
  public Result read(ReadOptions options, RunSink sink, PrintWriter messages, Terminal terminal)
      throws SourceException {
    return followed(
        messages, terminal, progress -> new RunReader(options).read(sources, sink, progress));
  }

  /// A reading of inputs that may be followed.
  @FunctionalInterface
  interface Reading<T> {
    T read(Progress progress) throws SourceException;
  }

  /// Reads with a progress bar.
  static <T> T followed(PrintWriter messages, Terminal terminal, Reading<T> reading)
      throws SourceException {
    try (var bar = new ProgressBar(messages, terminal)) {
      return reading.read((done, total) -> {
        bar.bytes(done, total);
        return true;
      });
    }
  }
}
