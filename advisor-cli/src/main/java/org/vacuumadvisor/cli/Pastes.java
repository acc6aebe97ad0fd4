package org.vacuumadvisor.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
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
  /// What a person selects and copies is far smaller; a log of this size has its own command.
  private static final int MOST_BYTES = 64 << 20;

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
    var marked = Paste.besideLogs(texts);
    var history = logs.history(marked, messages, terminal);
    return Advisor.assess(Paste.survey(marked, history.releases()), history);
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
      var bytes = stream.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new SourceException(
            "%s is longer than %d MB, too much for a paste."
                .formatted(TerminalText.escaped(name), MOST_BYTES >> 20));
      }
      return new Paste.Text(name, text(bytes));
    } catch (IOException failed) {
      throw new SourceException(
          "Cannot read %s: %s.".formatted(TerminalText.escaped(name), failed.getMessage()), failed);
    }
  }

  /// UTF-8, else UTF-16 where a mark says so, else Latin 1: each byte a character.
  private static String text(byte[] bytes) {
    boolean isWide =
        bytes.length > 1
            && ((bytes[0] == (byte) 0xff && bytes[1] == (byte) 0xfe)
                || (bytes[0] == (byte) 0xfe && bytes[1] == (byte) 0xff));
    if (isWide) {
      return new String(bytes, StandardCharsets.UTF_16);
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException _) {
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
  }
}
