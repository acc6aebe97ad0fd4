package org.vacuumadvisor.cli.output;

import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.report.render.TextRenderer;
import picocli.CommandLine.Option;

/// How wide a text is.
public final class TextWidth {
  @Option(names = "--width", paramLabel = "COLUMNS")
  private @Nullable Integer width;

  /// Refuses a width that reports do not have, before the work begins.
  public void check() {
    if (width != null && (width < TextRenderer.NARROWEST || width > TextRenderer.WIDEST)) {
      throw new WrongUsage(
          "--width %d is out of range: a report is %d to %d columns wide"
              .formatted(width, TextRenderer.NARROWEST, TextRenderer.WIDEST));
    }
  }

  /// The width that was asked for, or that of the terminal.
  public int columns(Terminal terminal) {
    return width == null ? within(terminal) : width;
  }

  /// The width of a terminal, as far as a report can follow it.
  public static int within(Terminal terminal) {
    return Math.clamp(terminal.columns(), TextRenderer.NARROWEST, TextRenderer.WIDEST);
  }
}
