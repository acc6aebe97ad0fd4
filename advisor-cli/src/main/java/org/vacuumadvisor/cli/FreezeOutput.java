package org.vacuumadvisor.cli;

import java.io.IOException;
import java.io.Writer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.output.Destination;
import org.vacuumadvisor.cli.output.Format;
import org.vacuumadvisor.cli.output.Terminal;
import org.vacuumadvisor.cli.output.TextWidth;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.report.FreezeCrontab;
import org.vacuumadvisor.freeze.report.FreezeReport;
import org.vacuumadvisor.freeze.report.JsonFreeze;
import org.vacuumadvisor.report.render.HtmlRenderer;
import org.vacuumadvisor.report.render.MarkdownRenderer;
import org.vacuumadvisor.report.render.TextRenderer;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Which form a freeze plan has, and where it goes.
final class FreezeOutput {
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "${COMPLETION-CANDIDATES}. Default: what the name of the file after -o ends in, or else"
              + " text.")
  private @Nullable FreezeFormat asked;

  @Mixin private Destination destination;
  @Mixin private TextWidth width;

  /// Fails before the work begins if the plan could not be written.
  void check(Terminal terminal) throws SourceException {
    width.check();
    destination.check();
    if (format() == FreezeFormat.HTML) {
      destination.refusePage(terminal);
    }
  }

  void give(FreezePlan plan, Terminal terminal) throws SourceException {
    destination.give(writer -> write(plan, writer, terminal), terminal, "");
  }

  private void write(FreezePlan plan, Writer to, Terminal terminal) throws IOException {
    switch (format()) {
      case TEXT -> to.write(textRenderer(terminal).render(FreezeReport.of(plan)));
      case MARKDOWN -> to.write(new MarkdownRenderer().render(FreezeReport.of(plan)));
      case HTML -> to.write(new HtmlRenderer().render(FreezeReport.of(plan)));
      case JSON -> JsonFreeze.write(plan, to);
      case CRON -> to.write(FreezeCrontab.of(plan));
    }
  }

  private FreezeFormat format() {
    return Optional.ofNullable(asked)
        .or(() -> destination.file().flatMap(Format::of).flatMap(FreezeFormat::of))
        .orElse(FreezeFormat.TEXT);
  }

  private TextRenderer textRenderer(Terminal terminal) {
    return new TextRenderer(width.columns(terminal), destination.colour(terminal));
  }
}
