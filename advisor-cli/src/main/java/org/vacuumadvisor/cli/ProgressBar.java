package org.vacuumadvisor.cli;

import java.io.PrintWriter;
import java.time.Duration;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.jdbc.Progress;

/// One line on standard error that says what takes so long. Nothing is drawn where there is no
/// terminal, nor for work that is done within a second.
final class ProgressBar implements Progress, AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final int LENGTH = 20;

  private final PrintWriter writer;
  private final Terminal terminal;
  private final long start = System.nanoTime();
  private boolean drawn;

  ProgressBar(PrintWriter writer, Terminal terminal) {
    this.writer = writer;
    this.terminal = terminal;
  }

  @Override
  public synchronized void step(String what, long done, long of) {
    if (terminal.hasProgress() && System.nanoTime() - start >= PATIENCE.toNanos()) {
      draw(what, done, of);
    }
  }

  /// Wipes the line.
  @Override
  public synchronized void close() {
    if (drawn) {
      writer.print("\r\u001b[K");
      writer.flush();
      drawn = false;
    }
  }

  private void draw(String what, long done, long of) {
    int full = of <= 0 ? 0 : Math.clamp(LENGTH * done / of, 0, LENGTH);
    var line =
        "%s%s %d of %d, %s"
            .formatted(
                "█".repeat(full), "░".repeat(LENGTH - full), done, of, TerminalText.escaped(what));
    writer.print("\r\u001b[K" + TerminalText.cut(line, terminal.columns() - 1));
    writer.flush();
    drawn = true;
  }
}
