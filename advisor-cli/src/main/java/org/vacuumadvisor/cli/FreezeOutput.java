package org.vacuumadvisor.cli;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.report.FreezeCrontab;
import org.vacuumadvisor.report.FreezeIcs;
import org.vacuumadvisor.report.FreezeReport;
import org.vacuumadvisor.report.FreezeScript;
import org.vacuumadvisor.report.HtmlRenderer;
import org.vacuumadvisor.report.JsonFreeze;
import org.vacuumadvisor.report.MarkdownRenderer;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.report.TextRenderer;
import org.vacuumadvisor.report.TextRenderer.Colour;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Which form a freeze plan has, and where it goes.
final class FreezeOutput {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private FreezeFormat format;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write the plan to a file instead of standard output.")
  private @Nullable Path output;

  @Option(
      names = "--width",
      paramLabel = "COLUMNS",
      description = "80 to 120. Default: that of the terminal, within these limits.")
  private @Nullable Integer width;

  /// Says before the work begins that its plan could not be written.
  void check(Terminal terminal) throws SourceException {
    if (width != null && (width < TextRenderer.NARROWEST || width > TextRenderer.WIDEST)) {
      throw new ParameterException(
          command.commandLine(),
          "--width %d is out of range: a report is %d to %d columns wide"
              .formatted(width, TextRenderer.NARROWEST, TextRenderer.WIDEST));
    }
    if (output != null) {
      new OutputFile(output).check();
    } else if (format == FreezeFormat.HTML && terminal.output()) {
      throw new ParameterException(
          command.commandLine(), "HTML is nothing to look at here: name a file with -o");
    }
  }

  void give(FreezePlan plan, Terminal terminal) throws SourceException {
    if (output != null) {
      new OutputFile(output).write(writer -> write(plan, writer, terminal));
      if (terminal.error()) {
        command
            .commandLine()
            .getErr()
            .println("Written to %s.".formatted(TerminalText.escaped(output.toString())));
      }
      return;
    }
    var writer = command.commandLine().getOut();
    try {
      write(plan, writer, terminal);
      writer.flush();
    } catch (IOException failure) {
      throw new SourceException("Cannot write the plan: " + failure.getMessage(), failure);
    }
  }

  private void write(FreezePlan plan, Writer to, Terminal terminal) throws IOException {
    switch (format) {
      case TEXT -> to.write(textRenderer(terminal).render(FreezeReport.of(plan)));
      case MARKDOWN -> to.write(new MarkdownRenderer().render(FreezeReport.of(plan)));
      case HTML -> to.write(new HtmlRenderer().render(FreezeReport.of(plan)));
      case JSON -> JsonFreeze.write(plan, to);
      case ICS -> to.write(FreezeIcs.of(plan));
      case CRON -> to.write(FreezeCrontab.of(plan));
      case SQL -> to.write(FreezeScript.of(plan));
    }
  }

  private TextRenderer textRenderer(Terminal terminal) {
    return new TextRenderer(
        width == null ? OutputOptions.columns(terminal) : width,
        output == null && terminal.hasColor() ? Colour.ON : Colour.OFF);
  }
}
