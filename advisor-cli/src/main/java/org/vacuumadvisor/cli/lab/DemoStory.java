package org.vacuumadvisor.cli.lab;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.vacuumadvisor.cli.output.ProgressBar;
import org.vacuumadvisor.cli.output.Terminal;
import org.vacuumadvisor.cli.program.Program;
import org.vacuumadvisor.lab.workload.Outcome;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.Rows;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.report.render.TextRenderer;
import org.vacuumadvisor.report.render.TextRenderer.Colour;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.unit.Quantities;
import picocli.CommandLine.Model.CommandSpec;

/// What the demo says while it works, on standard error: the report alone goes to standard output.
final class DemoStory {
  private static final long SECOND = 1_000_000_000L;
  private static final long QUIET_SECONDS = 4;

  private final PrintWriter writer;
  private final Terminal terminal;
  private final long start = System.nanoTime();
  private long told = start;

  DemoStory(CommandSpec command) {
    writer = command.commandLine().getErr();
    terminal = Program.of(command).terminal();
  }

  /// A step begins, or something is to be known.
  void tell(String sentence) {
    told = System.nanoTime();
    long seconds = (told - start) / SECOND;
    writer.println("%4d s  %s".formatted(seconds, TerminalText.escaped(sentence)));
    writer.flush();
  }

  /// What draws what takes long.
  ProgressBar bar() {
    return new ProgressBar(writer, terminal);
  }

  /// Follows what takes long: on the bar, or by a line every few seconds where none is drawn.
  Progress on(ProgressBar bar) {
    return (what, done, of) -> {
      bar.step(what, done, of);
      if (!terminal.hasProgress() && System.nanoTime() - told >= QUIET_SECONDS * SECOND) {
        tell("%s: %d of %d".formatted(what, done, of));
      }
    };
  }

  /// How the workloads fared.
  void show(List<Outcome> outcomes) {
    var grid =
        Rows.of(outcomes.stream())
            .text("Workload", Outcome::workload)
            .number("Transactions", each -> Quantities.count(each.transactions()))
            .number("per second", each -> Quantities.count(each.tps()))
            .number("mean ms", each -> decimal(each.meanMs()))
            .number("99 % ms", each -> decimal(each.p99Ms()))
            .number("longest ms", each -> decimal(each.maxMs()))
            .grid();
    var text =
        new TextRenderer(terminal.reportColumns(), Colour.OFF).render(new Report(List.of(grid)));
    writer.println();
    text.lines().forEach(line -> writer.println("        " + line));
    writer.println();
    writer.flush();
  }

  private static String decimal(double number) {
    return String.format(Locale.ROOT, "%,.1f", number);
  }
}
