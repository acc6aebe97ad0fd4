package org.vacuumadvisor.cli.option;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.cli.output.Terminal;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.run.Input;
import org.vacuumadvisor.model.run.RunSink;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.runs.Result;
import org.vacuumadvisor.source.paste.Paste;
import picocli.CommandLine.Option;

/// Logs of the server that is looked at.
public final class LogOption {
  private static final int RUNS_KEPT = 100;

  @Option(
      names = "--log",
      paramLabel = "FILE",
      description =
          "Read this log of the server as well: it tells what counters cannot, such as cancelled"
              + " vacuums. In any format, compressed or not. May be repeated, oldest first.")
  private List<String> files = new ArrayList<>();

  /// Whether the user named a log.
  public boolean isGiven() {
    return !files.isEmpty();
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
        : Advisor.reassess(surveyed.evidence(), history(List.of(), messages, terminal));
  }

  /// What the logs, and texts besides, tell.
  ///
  /// @param texts with the lines marked that a reader of logs understands
  public History history(List<Paste.Text> texts, PrintWriter messages, Terminal terminal)
      throws SourceException {
    var sources = new ArrayList<>(LogInputs.of(files).sources());
    for (var text : texts) {
      var bytes = text.content().getBytes(StandardCharsets.UTF_8);
      sources.add(
          LogSource.stream(
              new Input(sources.size(), text.name()), new ByteArrayInputStream(bytes)));
    }
    var historian = new Historian(RUNS_KEPT);
    var result = new LogInputs(sources).read(historian, messages, terminal);
    return historian.history().covering(Paste.ofMessages(result.understanding(), texts));
  }
}
