package org.vacuumadvisor.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.cli.option.LogOption;
import org.vacuumadvisor.cli.output.Terminal;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.paste.Paste;
import picocli.CommandLine.Option;

/// Texts with figures that somebody pasted, in place of a server.
final class Pastes {
  @Option(
      names = "--paste",
      paramLabel = "FILE",
      description =
          "Judge what was copied: results of psql or another client in any format, lines with names"
              + " and values, output of VACUUM VERBOSE, lines of logs, in any mix. - is standard"
              + " input. May be repeated.")
  private List<String> files = new ArrayList<>();

  boolean areGiven() {
    return !files.isEmpty();
  }

  /// Judges the figures in them, and the runs of VACUUM that they and the logs tell of.
  ///
  /// @param logs further text that is read for runs alone
  Assessment assessment(LogOption logs, PrintWriter messages, Terminal terminal)
      throws SourceException {
    var texts = new ArrayList<Paste.Text>();
    for (var file : files) {
      texts.add(file.equals("-") ? read(System.in, "standard input") : read(file));
    }
    return Advisor.assess(logs.with(texts, messages, terminal));
  }

  private static Paste.Text read(String file) throws SourceException {
    var shown = TerminalText.escaped(file);
    try (var stream = Files.newInputStream(Path.of(file))) {
      return read(stream, file);
    } catch (NoSuchFileException missing) {
      throw new SourceException("There is no file %s.".formatted(shown), missing);
    } catch (AccessDeniedException denied) {
      throw new SourceException("Cannot read %s: permission denied.".formatted(shown), denied);
    } catch (IOException failed) {
      throw new SourceException(
          "Cannot read %s: %s.".formatted(shown, failed.getMessage()), failed);
    }
  }

  private static Paste.Text read(InputStream stream, String name) throws SourceException {
    try {
      return Paste.Text.of(TerminalText.escaped(name), stream.readNBytes(Paste.LONGEST + 1));
    } catch (IOException failed) {
      throw new SourceException(
          "Cannot read %s: %s.".formatted(TerminalText.escaped(name), failed.getMessage()), failed);
    }
  }
}
