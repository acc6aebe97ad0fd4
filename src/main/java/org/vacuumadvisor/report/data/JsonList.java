package org.vacuumadvisor.report.data;

import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
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
}
