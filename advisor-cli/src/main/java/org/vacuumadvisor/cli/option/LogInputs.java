package org.vacuumadvisor.cli.option;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.vacuumadvisor.cli.program.Program;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import picocli.CommandLine.Model.CommandSpec;

/// Files and standard input that are read as one log.
public final class LogInputs {
  private static final String STANDARD_INPUT = "-";

  private LogInputs() {}

  /// In the order in which they were written.
  ///
  /// @param standard what stands for standard input
  public static List<LogSource> of(List<String> files, InputStream standard) {
    return IntStream.range(0, files.size())
        .mapToObj(at -> source(new Input(at, files.get(at)), standard))
        .toList();
  }

  private static LogSource source(Input input, InputStream standard) {
    return input.name().equals(STANDARD_INPUT)
        ? LogSource.stream(input, standard)
        : LogSource.file(input, Path.of(input.name()));
  }

  /// A reading of inputs that may be followed.
  @FunctionalInterface
  public interface Reading<T> {
    /// Reads, and tells how far it has come.
    T read(Progress progress) throws SourceException;
  }

  /// Reads with a progress bar.
  public static <T> T followed(CommandSpec command, Reading<T> reading) throws SourceException {
    try (var bar = Program.progress(command)) {
      return reading.read((done, total) -> {
        bar.bytes(done, total);
        return true;
      });
    }
  }
}
