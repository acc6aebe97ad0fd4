package org.vacuumadvisor.cli.option;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.cli.output.Destination;
import org.vacuumadvisor.cli.output.Format;
import org.vacuumadvisor.cli.output.OutputFile;
import org.vacuumadvisor.cli.program.Program;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.Selection;
import org.vacuumadvisor.report.assessment.AssessmentReport;
import org.vacuumadvisor.report.assessment.BriefReport;
import org.vacuumadvisor.report.data.CheckLine;
import org.vacuumadvisor.report.data.JsonReport;
import org.vacuumadvisor.report.render.HtmlRenderer;
import org.vacuumadvisor.report.render.MarkdownRenderer;
import org.vacuumadvisor.report.render.Renderer;
import org.vacuumadvisor.report.render.SqlScript;
import org.vacuumadvisor.report.render.TextRenderer;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Which form a report has, and where it goes.
public final class OutputOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = "--format", paramLabel = "FORMAT")
  private @Nullable Format asked;

  @Option(names = {"-v", "--verbose"})
  private boolean isVerbose;

  @Mixin private Destination destination;
  private @Nullable Integer slowest;

  /// Fails before the work begins if the report could not be written.
  public void check() throws SourceException {
    format().check(command);
    destination.check();
    if (format() == Format.HTML) {
      destination.refusePage();
    }
  }

  /// Lists so many of the longest runs of logs.
  public void showSlowest(int runs) {
    slowest = runs;
  }

  /// Gives the report of an assessment.
  public void report(Assessment assessment, Selection selection) throws SourceException {
    var options = options().with(selection);
    give(writer -> {
      switch (format()) {
        case TEXT, MARKDOWN, HTML ->
            writer.write(
                renderer()
                    .render(
                        format() == Format.TEXT && !isVerbose
                            ? BriefReport.of(assessment, options)
                            : AssessmentReport.of(assessment, options)));
        case JSON -> JsonReport.write(selection.of(assessment), writer);
        case SQL -> writer.write(SqlScript.of(selection.of(assessment)));
        case CHECK -> writer.write(CheckLine.of(selection.of(assessment)) + "\n");
        case CSV -> throw new IllegalStateException("no form of an assessment");
      }
    });
  }

  /// Gives what is no assessment: its JSON where that was asked for, else its report.
  public void report(Supplier<Report> report, OutputFile.Content json) throws SourceException {
    if (format() == Format.JSON) {
      give(json);
    } else {
      report(report.get());
    }
  }

  /// Gives a report that is no assessment: there is neither JSON nor SQL for it.
  public void report(Report report) throws SourceException {
    give(writer -> writer.write(renderer().render(report)));
  }

  /// The form that was asked for, or that the name of the file asks for.
  public Format format() {
    return Optional.ofNullable(asked)
        .or(() -> destination.file().flatMap(Format::of))
        .or(this::configured)
        .orElse(Format.TEXT);
  }

  /// What the configuration file says, if this command has it.
  private Optional<Format> configured() {
    var name = Program.of(command).configuration().options().get("--format");
    return Optional.ofNullable(name)
        .map(each -> Format.valueOf(each.toUpperCase(Locale.ROOT)))
        .filter(each -> Format.of(command).contains(each));
  }

  /// What the exit status says of an assessment: for a monitoring system its verdict.
  public int status(Assessment assessment, ReportingOptions reporting) {
    return format() == Format.CHECK
        ? CheckLine.Status.of(assessment).exit()
        : reporting.status(assessment);
  }

  /// Gives whatever it is to where it was asked for: a file, or standard output.
  public void give(OutputFile.Content content) throws SourceException {
    destination.give(
        content,
        switch (format()) {
          case TEXT, JSON, CSV, CHECK -> "";
          case MARKDOWN -> "paste it into a ticket";
          case HTML -> "open it in a browser";
          case SQL -> "read it, then run it with psql -X -f";
        });
  }

  /// How much a report in this form has room for.
  private ReportOptions options() {
    var usual =
        switch (format()) {
          case TEXT -> isVerbose ? ReportOptions.standard() : ReportOptions.brief();
          case MARKDOWN, JSON, CSV, SQL, CHECK -> ReportOptions.standard();
          case HTML -> ReportOptions.ofPage();
        };
    return slowest == null ? usual : usual.slowest(slowest);
  }

  private Renderer renderer() {
    return switch (format()) {
      case MARKDOWN -> new MarkdownRenderer();
      case HTML -> new HtmlRenderer();
      case TEXT, JSON, CSV, SQL, CHECK ->
          new TextRenderer(Program.of(command).terminal().reportColumns(), destination.colour());
    };
  }
}
