package org.vacuumadvisor.cli.output;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.OptionalLong;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// One line on standard error that says what takes so long. Nothing is drawn where there is no
/// terminal, nor for work that is done within a second.
public final class ProgressBar implements Progress, AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final int LENGTH = 20;

  private final PrintWriter writer;
  private final Terminal terminal;
  private final long start = System.nanoTime();
  private boolean drawn;

  /// A bar on a terminal, and nothing where the messages go elsewhere.
  public ProgressBar(PrintWriter writer, Terminal terminal) {
    this.writer = writer;
    this.terminal = terminal;
  }

  @Override
  public synchronized void step(String what, long done, long of) {
    if (terminal.hasProgress() && System.nanoTime() - start >= PATIENCE.toNanos()) {
      draw(what, done, of);
    }
  }

  /// So many bytes have been read.
  ///
  /// @param total empty where nobody knows
  public synchronized void bytes(long done, OptionalLong total) {
    double seconds = (System.nanoTime() - start) / 1e9;
    if (!terminal.hasProgress() || seconds < PATIENCE.toSeconds()) {
      return;
    }
    if (total.isEmpty() || total.getAsLong() <= 0) {
      draw("%s read".formatted(new Bytes(done)));
      return;
    }
    long all = total.getAsLong();
    double left = done == 0 ? Double.NaN : seconds * (double) (all - done) / (double) done;
    draw(
        "%s %s of %s%s"
            .formatted(
                bar(done, all),
                new Bytes(done),
                new Bytes(all),
                Double.isNaN(left)
                    ? ""
                    : ", %s left".formatted(Quantities.seconds(Math.ceil(left)))));
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
    draw("%s %d of %d, %s".formatted(bar(done, of), done, of, TerminalText.escaped(what)));
  }

  private static String bar(long done, long of) {
    int full = of <= 0 ? 0 : Math.clamp(LENGTH * done / of, 0, LENGTH);
    return "█".repeat(full) + "░".repeat(LENGTH - full);
  }

  private void draw(String line) {
    writer.print("\r\u001b[K" + TerminalText.cut(line, terminal.columns() - 1));
    writer.flush();
    drawn = true;
  }
}
