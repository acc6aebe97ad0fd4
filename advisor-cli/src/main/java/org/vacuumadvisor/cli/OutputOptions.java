package org.vacuumadvisor.cli;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.report.JsonReport;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.Selection;
import org.vacuumadvisor.report.TextRenderer;
import org.vacuumadvisor.report.TextRenderer.Colour;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Which form a report has, and where it goes.
final class OutputOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Format format;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write the report to a file instead of standard output.")
  private @Nullable Path output;

  @Option(
      names = "--width",
      paramLabel = "COLUMNS",
      description = "80 to 120. Default: that of the terminal, within these limits.")
  private @Nullable Integer width;

  /// Says before the work begins that its report could not be made.
  void check() throws SourceException {
    if (width != null && (width < TextRenderer.NARROWEST || width > TextRenderer.WIDEST)) {
      throw new ParameterException(
          command.commandLine(),
          "--width %d is out of range: a report is %d to %d columns wide"
              .formatted(width, TextRenderer.NARROWEST, TextRenderer.WIDEST));
    }
    if (output != null) {
      new OutputFile(output).check();
    }
  }

  /// Gives the report.
  void report(Assessment assessment, Selection selection, Terminal terminal)
      throws SourceException {
    if (output != null) {
      new OutputFile(output).write(writer -> write(assessment, selection, terminal, writer));
      return;
    }
    try {
      write(assessment, selection, terminal, command.commandLine().getOut());
      command.commandLine().getOut().flush();
    } catch (IOException failure) {
      throw new SourceException("Cannot write the report: " + failure.getMessage(), failure);
    }
  }

  private void write(Assessment assessment, Selection selection, Terminal terminal, Writer writer)
      throws IOException {
    switch (format) {
      case TEXT ->
          writer.write(
              renderer(terminal)
                  .render(Report.of(assessment, ReportOptions.standard().with(selection))));
      case JSON -> JsonReport.write(selection.of(assessment), writer);
    }
  }

  private TextRenderer renderer(Terminal terminal) {
    return new TextRenderer(
        width == null ? columns(terminal) : width,
        output == null && terminal.hasColor() ? Colour.ON : Colour.OFF);
  }

  /// The width of a terminal, as far as a report can follow it.
  static int columns(Terminal terminal) {
    return Math.clamp(terminal.columns(), TextRenderer.NARROWEST, TextRenderer.WIDEST);
  }
}
