package org.vacuumadvisor.freeze.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.JsonSchema;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.freeze.FreezePlan;

class JsonFreezeTest {
  private static final JsonSchema SCHEMA =
      JsonSchema.of("/org/vacuumadvisor/freeze/report/freeze.schema.json");

  @Test
  void keepsToItsSchemaWhateverTheNames() throws IOException {
    var json = json(FreezePlans.hostile("02:00-02:02"));

    assertEquals(List.of(), SCHEMA.errors(json));
    assertTrue(json.contains("\"reason\":\"spread\""), json);
    assertTrue(json.lines().count() == 1, "a name brought a line break");
  }

  @Test
  void keepsToItsSchemaWhileTheHorizonIsHeld() throws IOException {
    var held =
        Given.server()
            .taken(Duration.ZERO, 1_000_001)
            .with(Holders.prepared("tx", Duration.ofDays(60), 60_000_000))
            .with(Given.table("orders").age(180_000_000).pages(1_000));

    var json = json(FreezePlans.plan(held, "Sat 02:00-05:00"));

    assertEquals(List.of(), SCHEMA.errors(json));
    assertTrue(json.contains("\"blockedDatabases\":[\"shop\"]"), json);
  }

  private static String json(FreezePlan plan) throws IOException {
    var text = new StringWriter();
    JsonFreeze.write(plan, text);
    return text.toString();
  }
}
