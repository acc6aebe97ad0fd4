package org.vacuumadvisor.freeze.report;

import java.io.IOException;
import java.io.Writer;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.report.data.JsonText;
import org.vacuumadvisor.report.data.Shapes;

/// A freeze plan for programs: one document in JSON, whole. Its schema is beside it,
/// `freeze.schema.json`. Every member is there in every document; what is not known is null.
public final class JsonFreeze {
  /// Raised when a member goes away or changes its meaning; new members do not raise it.
  private static final int VERSION = 1;

  private static final Shapes SHAPES = Shapes.beside(JsonFreeze.class, "members.txt");

  private JsonFreeze() {}

  /// Writes the document. The writer is flushed and stays open.
  public static void write(FreezePlan plan, Writer to) throws IOException {
    JsonText.document(
        to,
        json -> {
          json.put("schemaVersion", VERSION);
          SHAPES.write("plan", plan, json);
          json.put("assumptions", FreezeCaveats.of(plan).toList());
        });
  }
}
