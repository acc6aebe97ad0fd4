package org.vacuumadvisor.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.Selection;
import org.vacuumadvisor.report.TextRenderer;
import org.vacuumadvisor.report.TextRenderer.Colour;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// What a report shows, in which form, where it goes, and what it means for the exit status.
@Command(
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      " 0:done, and nothing at or above --fail-on",
      " 1:done, and there are findings at or above --fail-on",
      " 2:wrong usage",
      " 3:no input: no connection, no permission, unreadable",
      "70:a bug of ours"
    })
final class ReportingOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--format",
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

  @Option(
      names = "--table",
      paramLabel = "PATTERN",
      description =
          "Only this table; * stands for any characters: orders_*, sales.orders. May be repeated.")
  private List<String> tables = new ArrayList<>();

  @Option(
      names = "--schema",
      paramLabel = "PATTERN",
      description = "Only tables of this schema; * stands for any characters. May be repeated.")
  private List<String> schemas = new ArrayList<>();

  @Option(
      names = "--min-severity",
      paramLabel = "SEVERITY",
      defaultValue = "info",
      converter = SeverityConverter.class,
      completionCandidates = SeverityConverter.Names.class,
      description =
          "Show findings from this severity on: ${COMPLETION-CANDIDATES}. Default:"
              + " ${DEFAULT-VALUE}.")
  private Severity least;

  @Option(
      names = "--fail-on",
      paramLabel = "SEVERITY",
      defaultValue = "critical",
      description =
          "Exit with status 1 where there are findings from this severity on, whether shown or"
              + " not: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private FailOn failOn;

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

  /// Gives the report and says the exit status.
  int report(Assessment assessment, Terminal terminal) throws SourceException {
    var selection = new Selection(tables, schemas, least);
    var text =
        switch (format) {
          case TEXT -> text(assessment, selection, terminal);
          case JSON -> throw new SourceException("JSON is not available yet.");
        };
    if (output == null) {
      command.commandLine().getOut().print(text);
    } else {
      new OutputFile(output).write(text);
    }
    return failOn.status(selection.ofAnySeverity().of(assessment));
  }

  private String text(Assessment assessment, Selection selection, Terminal terminal) {
    var columns =
        width == null
            ? Math.clamp(terminal.columns(), TextRenderer.NARROWEST, TextRenderer.WIDEST)
            : width;
    var colour = output == null && terminal.hasColor() ? Colour.ON : Colour.OFF;
    return new TextRenderer(columns, colour)
        .render(Report.of(assessment, ReportOptions.standard().with(selection)));
  }
}
