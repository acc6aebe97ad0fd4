package org.vacuumadvisor.report.data;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/// A list in JSON that grows while another part of its document is being written.
final class JsonList implements Closeable {
  private final Spool spool = new Spool();
  private final JsonGenerator generator;

  JsonList() {
    generator = JsonText.JSON.createGenerator(ObjectWriteContext.empty(), spool, JsonEncoding.UTF8);
    generator.writeStartArray();
  }

  /// Where its elements are written, without members that have no value.
  JsonText text() {
    return new JsonText(generator, true);
  }

  /// Ends the list and writes it.
  void copyTo(Writer to) throws IOException {
    generator.writeEndArray();
    generator.flush();
    spool.copyTo(to);
  }

  @Override
  public void close() throws IOException {
    spool.close();
  }

  /// What has to be written later than it becomes known: kept in memory, and beyond a few megabytes
  /// in a temporary file that only its owner can read.
  private static final class Spool extends OutputStream {
    private static final int MOST_IN_MEMORY = 4 << 20;

    private final ByteArrayOutputStream memory = new ByteArrayOutputStream();
    private OutputStream to = memory;
    private @Nullable Path file;

    @Override
    public void write(int each) throws IOException {
      write(new byte[] {(byte) each}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      if (file == null && memory.size() + length > MOST_IN_MEMORY) {
        file = Files.createTempFile("vacuum-advisor", ".json");
        to = new BufferedOutputStream(Files.newOutputStream(file));
        memory.writeTo(to);
        memory.reset();
      }
      to.write(bytes, from, length);
    }

    /// Writes all that was kept, which is UTF-8, as text.
    void copyTo(Writer other) throws IOException {
      to.flush();
      try (var kept =
          file == null
              ? new ByteArrayInputStream(memory.toByteArray())
              : Files.newInputStream(file)) {
        var _ = new InputStreamReader(kept, StandardCharsets.UTF_8).transferTo(other);
      }
    }

    @Override
    public void close() throws IOException {
      to.close();
      if (file != null) {
        Files.deleteIfExists(file);
      }
    }
  }
}
