package org.vacuumadvisor.page.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class JsonXrayTest {
  private static final Pattern MEMBER = Pattern.compile("\"(\\w+)\"(?=\\s*:)");

  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(JsonXray.class.getResourceAsStream("xray.schema.json"));

  @Test
  void followsItsSchema() throws IOException {
    assertEquals(List.of(), errors(json(RecordedXray.everything())));
    assertEquals(List.of(), errors(json(RecordedXray.nothing())));
  }

  @Test
  void theSchemaRejectsEveryMisspelledMember() throws IOException {
    var document = json(RecordedXray.everything());
    var member = MEMBER.matcher(document);
    while (member.find()) {
      var misspelled =
          document.substring(0, member.end(1)) + "s" + document.substring(member.end(1));

      assertFalse(errors(misspelled).isEmpty(), member.group(1) + " at " + member.start());
    }
  }

  @Test
  void theSchemaRejectsWordsWeDoNotUse() throws IOException {
    var document = json(RecordedXray.everything());
    for (var word : List.of("unused", "dead", "redirect", "normal", "live")) {
      assertTrue(document.contains("\"" + word + "\""), word);
      assertFalse(
          errors(document.replace("\"" + word + "\"", "\"" + word + "s\"")).isEmpty(), word);
    }
  }

  @Test
  void writesNamesSoThatTheyDoNoHarm() throws IOException {
    var document = json(RecordedXray.everything());

    assertFalse(document.contains("\u202e"), document);
    assertTrue(document.contains("\\u202e"), document);
  }

  private static List<String> errors(String document) {
    return SCHEMA.validate(document, InputFormat.JSON).stream().map(Object::toString).toList();
  }

  private static String json(XrayReport report) throws IOException {
    var to = new StringWriter();
    JsonXray.write(List.of(report), to);
    return to.toString();
  }
}
