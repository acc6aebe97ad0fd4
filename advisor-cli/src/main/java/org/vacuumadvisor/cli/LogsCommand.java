package org.vacuumadvisor.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.cli.option.LogFormatOptions;
import org.vacuumadvisor.cli.option.LogInputs;
import org.vacuumadvisor.cli.option.OutputOptions;
import org.vacuumadvisor.cli.option.ReportingOptions;
import org.vacuumadvisor.cli.option.TimeSpan;
import org.vacuumadvisor.cli.output.Format;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.cli.program.Program;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.report.UnknownLines;
import org.vacuumadvisor.report.data.CsvRuns;
import org.vacuumadvisor.report.data.JsonRuns;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.Result;
import org.vacuumadvisor.source.log.reading.RunReader;
import org.vacuumadvisor.source.paste.Documents;
import org.vacuumadvisor.source.paste.Paste;
import org.vacuumadvisor.unit.Quantities;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Reads what VACUUM and ANALYZE wrote, and judges it.
@Command(name = "logs")
final class LogsCommand implements Callable<Integer> {
  private static final int RUNS_KEPT = 1_000;

  /// Up to so many bytes are what a person selects and copies, with results of psql among messages.
  private static final int SHORT = 1 << 20;

  @Spec private CommandSpec command;
  @Mixin private TimeSpan span;
  @Mixin private ReportingOptions reporting;
  @Mixin private OutputOptions output;
  @Mixin private LogFormatOptions logFormat;

  @Parameters(arity = "1..*", paramLabel = "FILE", descriptionKey = "FILE")
  private List<String> files;

  @Option(names = "--each")
  private boolean each;

  @Option(names = "--slowest", paramLabel = "N")
  private @Nullable Integer slowest;

  @Option(names = "--report-unknown")
  private boolean reportUnknown;

  /// What was taken from standard input so far.
  private byte[] begun = {};

  /// Whether something was not read: then the exit status says so.
  private boolean isInPart;

  @Override
  public Integer call() throws SourceException {
    check();
    if (files.contains("-")) {
      begun = begun();
    }
    if (each) {
      for (var file : files) {
        stream(List.of(file));
      }
    } else if (reportUnknown) {
      tellUnknown();
    } else {
      int status =
          switch (output.format()) {
            case JSON, CSV -> reporting.status(streamed());
            case TEXT, MARKDOWN, HTML, SQL, CHECK -> output.status(reported(), reporting);
          };
      return isInPart && output.format() != Format.CHECK ? ExitStatus.NO_INPUT : status;
    }
    return isInPart ? ExitStatus.NO_INPUT : ExitStatus.FINE;
  }

  private void check() throws SourceException {
    span.check();
    output.check();
    if (slowest != null && (slowest < 0 || slowest > RUNS_KEPT)) {
      throw new WrongUsage("--slowest %d is out of range: 0 to %d".formatted(slowest, RUNS_KEPT));
    }
    if (each && output.format() != Format.JSON) {
      throw new WrongUsage("--each goes with --format json alone");
    }
    if (slowest != null) {
      output.showSlowest(slowest);
    }
  }

  private Assessment reported() throws SourceException {
    var historian = new Historian(RUNS_KEPT);
    var result = read(files, span.before(historian));
    var assessment = judged(historian, result, output.format() != Format.CHECK);
    reporting.checkFound(assessment);
    output.report(assessment, reporting.selection());
    reporting.tellHidden(assessment);
    return assessment;
  }

  /// What was read, and what the advisor says of it.
  private record Told(Result result, Assessment assessment) {}

  /// Runs go out while they are read: there may be millions of them.
  private Assessment streamed() throws SourceException {
    var told = new ArrayList<Told>();
    output.give(writer -> told.add(output.format() == Format.CSV ? csv(writer) : json(writer)));
    return told.getFirst().assessment();
  }

  private Told csv(Writer writer) throws SourceException, IOException {
    try {
      return told(new CsvRuns(writer));
    } catch (UncheckedIOException unwritten) {
      throw unwritten.getCause();
    }
  }

  private Told json(Writer writer) throws SourceException, IOException {
    try (var json = new JsonRuns(writer)) {
      var told = told(json);
      json.finish(told.result().understanding(), reporting.selection().of(told.assessment()));
      return told;
    } catch (UncheckedIOException unwritten) {
      throw unwritten.getCause();
    }
  }

  /// @param shown gets the runs of the chosen tables
  private Told told(RunSink shown) throws SourceException {
    var historian = new Historian(RUNS_KEPT);
    var sink = new ChosenRuns(reporting.selection(), shown, historian);
    var result = read(files, span.before(sink));
    return new Told(result, judged(historian, result, true));
  }

  /// @throws SourceException if there was nothing to read, or nothing of the time asked for
  private void checkFound(Result result) throws SourceException {
    var refusal = result.refusal().or(span::refusal);
    if (refusal.isPresent()) {
      throw new SourceException(refusal.get());
    }
  }

  /// Figures beside the messages are judged with them, as in a paste.
  private Assessment judged(Historian historian, Result result, boolean isChecked)
      throws SourceException {
    var shown = figures();
    if (shown.isPresent()) {
      return reporting.withoutIgnored(Advisor.assess(shown.get()));
    }
    if (isChecked) {
      checkFound(result);
    }
    return reporting.withoutIgnored(
        Advisor.assessLogs(historian.history().covering(result.understanding())));
  }

  /// What short texts hold, if there are figures among it.
  private Optional<Documents> figures() throws SourceException {
    if (begun.length > SHORT || span.isGiven() || !logFormat.options().equals(ReadOptions.AUTO)) {
      return Optional.empty();
    }
    int left = SHORT;
    var texts = new ArrayList<Paste.Text>();
    for (var source : sources(files)) {
      var text = Pastes.text(source, left);
      if (text.isEmpty()) {
        return Optional.empty();
      }
      texts.add(text.get());
      left = Math.max(0, left - text.get().content().length());
    }
    var historian = new Historian(RUNS_KEPT);
    return Optional.of(Documents.read(texts, List.of(), historian, historian, Progress.NONE))
        .filter(Documents::hasFigures);
  }

  private byte[] begun() throws SourceException {
    try {
      return System.in.readNBytes(SHORT + 1);
    } catch (IOException failed) {
      throw new SourceException("Cannot read standard input: " + failed.getMessage(), failed);
    }
  }

  private List<LogSource> sources(List<String> from) {
    var known = new ByteArrayInputStream(begun);
    return LogInputs.of(
        from, begun.length > SHORT ? new SequenceInputStream(known, System.in) : known);
  }

  private Result read(List<String> from, RunSink sink) throws SourceException {
    var result =
        LogInputs.followed(
            command,
            progress -> new RunReader(logFormat.options()).read(sources(from), sink, progress));
    for (var line : result.understanding().broken()) {
      Program.tell(
          command,
          "%s breaks off behind line %s: it is damaged, or was cut."
              .formatted(TerminalText.escaped(line.input().name()), Quantities.count(line.line())));
      isInPart = true;
    }
    return result;
  }

  private void stream(List<String> from) throws SourceException {
    var writer = command.commandLine().getOut();
    try (var json = new JsonRuns(writer)) {
      var result = read(from, json);
      json.finish(result.understanding());
      writer.flush();
    } catch (IOException failed) {
      throw new SourceException("Cannot write the result: " + failed.getMessage(), failed);
    }
  }

  private void tellUnknown() throws SourceException {
    var lines = UnknownLines.redacted(read(files, new Historian(0)).understanding());
    var writer = command.commandLine().getOut();
    writer.println(lines.isEmpty() ? "Every line of every report was understood." : lines);
    writer.flush();
  }
}
