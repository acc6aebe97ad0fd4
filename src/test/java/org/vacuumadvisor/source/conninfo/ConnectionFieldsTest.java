package org.vacuumadvisor.source.conninfo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.vacuumadvisor.source.SourceException;

class ConnectionFieldsTest {
  @Test
  void readsAUriAndKeywordsAlike() throws SourceException {
    var fields = new ConnectionFields("db", "5433", "monitor", "shop");

    assertEquals(fields, ConnectionFields.of("postgresql://monitor@db:5433/shop"));
    assertEquals(fields, ConnectionFields.of("host=db port=5433 user=monitor dbname=shop"));
  }

  @Test
  void leavesOpenWhatTheStringLeavesOpen() throws SourceException {
    assertEquals(new ConnectionFields("", "", "", ""), ConnectionFields.of(" "));
    assertEquals(new ConnectionFields("", "", "", "shop"), ConnectionFields.of("shop"));
  }

  @Test
  void keepsWhatIsNotInAField() throws SourceException {
    var fields = new ConnectionFields("db2", "", "a b", "shop");
    var written = fields.in("postgresql://old@db/shop?sslmode=require");

    assertEquals(fields, ConnectionFields.of(written));
    assertTrue(written.contains("sslmode=require"), written);
  }
}
