package org.vacuumadvisor.report.data;

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

  JsonGenerator generator() {
    return generator;
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
    private @Nullable Path file;
    private @Nullable OutputStream toFile;

    @Override
    public void write(int each) throws IOException {
      write(new byte[] {(byte) each}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      if (memory.size() + length > MOST_IN_MEMORY) {
        spill();
      }
      memory.write(bytes, from, length);
    }

    /// Writes all that was kept, which is UTF-8, as text.
    void copyTo(Writer to) throws IOException {
      if (file != null) {
        spill();
        try (var reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
          var _ = reader.transferTo(to);
        }
      } else {
        var kept = new ByteArrayInputStream(memory.toByteArray());
        var _ = new InputStreamReader(kept, StandardCharsets.UTF_8).transferTo(to);
      }
    }

    @Override
    public void close() throws IOException {
      if (toFile != null) {
        toFile.close();
      }
      if (file != null) {
        Files.deleteIfExists(file);
      }
    }

    private void spill() throws IOException {
      if (toFile == null) {
        file = Files.createTempFile("vacuum-advisor", ".json");
        toFile = Files.newOutputStream(file);
      }
      memory.writeTo(toFile);
      toFile.flush();
      memory.reset();
    }
  }
}
