package org.vacuumadvisor.report.xray;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.JsonSchema;

class JsonXrayTest {
  private static final JsonSchema SCHEMA =
      JsonSchema.of("/org/vacuumadvisor/report/xray/xray.schema.json");

  @Test
  void followsItsSchema() throws IOException {
    assertEquals(List.of(), SCHEMA.errors(json(RecordedXray.everything())));
    assertEquals(List.of(), SCHEMA.errors(json(RecordedXray.nothing())));
  }

  @Test
  void theSchemaRejectsEveryMisspelledMember() throws IOException {
    SCHEMA.assertRejectsEveryMisspelling(json(RecordedXray.everything()));
  }

  @Test
  void theSchemaRejectsWordsWeDoNotUse() throws IOException {
    var document = json(RecordedXray.everything());
    for (var word : List.of("unused", "dead", "redirect", "normal", "live")) {
      assertTrue(document.contains("\"" + word + "\""), word);
      assertFalse(
          SCHEMA.errors(document.replace("\"" + word + "\"", "\"" + word + "s\"")).isEmpty(), word);
    }
  }

  @Test
  void writesNamesSoThatTheyDoNoHarm() throws IOException {
    var document = json(RecordedXray.everything());

    assertFalse(document.contains("\u202e"), document);
    assertTrue(document.contains("\\u202e"), document);
  }

  private static String json(XrayReport report) throws IOException {
    var to = new StringWriter();
    JsonXray.write(List.of(report), to);
    return to.toString();
  }
}
