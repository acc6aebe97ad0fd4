package org.vacuumadvisor.cli.output;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/// The output of a command for what is written in bytes, which are ASCII.
public final class AsciiStream extends OutputStream {
  private final PrintWriter writer;

  /// A stream of ASCII to a writer, which it does not close.
  public AsciiStream(PrintWriter writer) {
    this.writer = writer;
  }

  @Override
  public void write(int value) {
    writer.write(value);
  }

  @Override
  public void write(byte[] bytes, int start, int length) {
    writer.write(new String(bytes, start, length, StandardCharsets.US_ASCII));
  }

  @Override
  public void flush() {
    writer.flush();
  }
}
