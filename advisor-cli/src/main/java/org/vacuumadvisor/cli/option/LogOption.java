package org.vacuumadvisor.cli.option;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.cli.output.Terminal;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.reading.Result;
import org.vacuumadvisor.source.paste.Documents;
import org.vacuumadvisor.source.paste.Paste;
import picocli.CommandLine.Option;

/// Logs of the server that is looked at.
public final class LogOption {
  private static final int RUNS_KEPT = 100;

  @Option(names = "--log", paramLabel = "FILE")
  private List<String> files = new ArrayList<>();

  /// Whether the user named a log.
  public boolean isGiven() {
    return !files.isEmpty();
  }

  /// Fails before the work begins if there is no such file.
  public void check() throws SourceException {
    for (var each : files) {
      if (!each.equals("-") && !Files.isReadable(Path.of(each))) {
        throw new SourceException(
            "There is no file %s, or it cannot be read.".formatted(TerminalText.escaped(each)));
      }
    }
  }

  /// Reads the logs alone.
  public Result read(RunSink sink, PrintWriter messages, Terminal terminal) throws SourceException {
    return LogInputs.of(files).read(sink, messages, terminal);
  }

  /// The assessment of the same server with what the logs tell of it.
  public Assessment added(Assessment surveyed, PrintWriter messages, Terminal terminal)
      throws SourceException {
    return files.isEmpty()
        ? surveyed
        : Advisor.reassess(surveyed.evidence(), with(List.of(), messages, terminal).history());
  }

  /// What the logs, and texts besides, hold.
  public Documents with(List<Paste.Text> texts, PrintWriter messages, Terminal terminal)
      throws SourceException {
    var historian = new Historian(RUNS_KEPT);
    var logs = LogInputs.of(files).sources();
    return LogInputs.followed(
        messages,
        terminal,
        progress -> Documents.read(texts, logs, historian, historian, progress));
  }
}
