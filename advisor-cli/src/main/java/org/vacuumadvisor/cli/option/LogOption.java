package org.vacuumadvisor.cli.option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.Result;
import org.vacuumadvisor.source.log.reading.RunReader;
import org.vacuumadvisor.source.paste.Documents;
import org.vacuumadvisor.source.paste.Paste;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Logs of the server that is looked at.
public final class LogOption {
  private static final int RUNS_KEPT = 100;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

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
  public Result read(RunSink sink) throws SourceException {
    return LogInputs.followed(
        command, progress -> new RunReader(ReadOptions.AUTO).read(sources(), sink, progress));
  }

  private List<LogSource> sources() {
    return LogInputs.of(files, System.in);
  }

  /// The assessment of the same server with what the logs tell of it.
  public Assessment added(Assessment surveyed) throws SourceException {
    return files.isEmpty()
        ? surveyed
        : Advisor.reassess(surveyed.evidence(), with(List.of()).history());
  }

  /// What the logs, and texts besides, hold.
  public Documents with(List<Paste.Text> texts) throws SourceException {
    var historian = new Historian(RUNS_KEPT);
    return LogInputs.followed(
        command, progress -> Documents.read(texts, sources(), historian, historian, progress));
  }
}
