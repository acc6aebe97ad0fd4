package org.vacuumadvisor.cli.output;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A standard stream in UTF-8. It remembers why it could not be written, which a [PrintWriter]
/// would keep to itself.
public final class StandardOutput {
  private final Memory memory;
  private final PrintWriter writer;

  /// Writes UTF-8 to a stream of the process.
  public StandardOutput(OutputStream stream) {
    memory = new Memory(stream);
    writer = new PrintWriter(memory, false, StandardCharsets.UTF_8);
  }

  /// Where results or messages go; what fails is told by `finish`.
  public PrintWriter writer() {
    return writer;
  }

  /// Writes what is left, and says why that failed. A reader that went away, as `head` does, is no
  /// failure.
  public Optional<String> finish() {
    writer.flush();
    return Optional.ofNullable(memory.failure)
        .map(failure -> String.valueOf(failure.getMessage()))
        .filter(message -> !message.contains("Broken pipe") && !message.contains("EPIPE"));
  }

  /// Passes bytes on, and keeps the first failure.
  private static final class Memory extends FilterOutputStream {
    private @Nullable IOException failure;

    Memory(OutputStream stream) {
      super(stream);
    }

    @Override
    public void write(byte[] bytes, int start, int length) throws IOException {
      try {
        out.write(bytes, start, length);
      } catch (IOException wrong) {
        failure = failure == null ? wrong : failure;
        throw wrong;
      }
    }
  }
}
