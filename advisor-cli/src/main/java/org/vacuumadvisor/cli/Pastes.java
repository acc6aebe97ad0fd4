package org.vacuumadvisor.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.cli.option.LogOption;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.PlainCopy;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.paste.Paste;
import picocli.CommandLine.Option;

/// Texts with figures that somebody pasted, in place of a server.
final class Pastes {
  @Option(names = "--paste", paramLabel = "FILE")
  private List<String> files = new ArrayList<>();

  boolean areGiven() {
    return !files.isEmpty();
  }

  /// Judges the figures in them, and the runs of VACUUM that they and the logs tell of.
  ///
  /// @param logs further text that is read for runs alone
  Assessment assessment(LogOption logs) throws SourceException {
    var texts = new ArrayList<Paste.Text>();
    for (var file : files) {
      texts.add(
          read(
              file.equals("-")
                  ? LogSource.stream(new Input(0, "standard input"), System.in)
                  : LogSource.file(new Input(0, TerminalText.escaped(file)), Path.of(file))));
    }
    return Advisor.assess(logs.with(texts));
  }

  private static Paste.Text read(LogSource source) throws SourceException {
    return Paste.Text.of(source.input().name(), bytes(source, Paste.LONGEST));
  }

  /// What a file says, if it is no longer.
  static Optional<Paste.Text> text(LogSource source, int most) throws SourceException {
    var bytes = bytes(source, most);
    return bytes.length > most
        ? Optional.empty()
        : Optional.of(Paste.Text.of(source.input().name(), bytes));
  }

  /// Its bytes, unpacked if it is compressed.
  private static byte[] bytes(LogSource source, int most) throws SourceException {
    var plain = new ByteArrayOutputStream();
    try {
      PlainCopy.write(source, plain, most + 1L, Progress.NONE);
    } catch (IOException failed) {
      throw new SourceException(
          "Cannot read %s: %s.".formatted(source.input().name(), failed.getMessage()), failed);
    }
    return plain.toByteArray();
  }
}
