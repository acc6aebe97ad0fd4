package org.vacuumadvisor.gui.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.gui.ServerGiven;

class TableCsvTest {
  @Test
  void writesFiguresAsPlainNumbers() {
    assertEquals(
        """
        Table,Size (bytes),Dead rows,Last vacuum (UTC),Age\r
        public.orders,81920,12300,2026-11-21T11:55:00Z,1000\r
        """,
        csv(
            List.of(Field.TABLE, Field.SIZE, Field.DEAD_ROWS, Field.LAST_VACUUM, Field.AGE),
            new ServerGiven().table("orders", 12_300)));
  }

  /// A spreadsheet runs what begins like a formula, and names come from the server. An identifier
  /// that needs quotes begins with one, but not where the schema is not known.
  @ParameterizedTest
  @ValueSource(strings = {"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "|calc", "%0A"})
  void neverBeginsACellLikeAFormula(String name) {
    var csv = csv(List.of(Field.DATABASE), new ServerGiven().in(name).table("orders", 0));

    var cell = csv.substring(csv.indexOf("\r\n") + 2);
    assertTrue(cell.startsWith("'") || cell.startsWith("\"'"), cell);
  }

  @Test
  void quotesWhatWouldEndACellOrALine() {
    assertEquals(
        "Table\r\n\"public.\"\"a,b\"\"\"\"c\nd\"\"\"\r\n",
        csv(List.of(Field.TABLE), new ServerGiven().table("a,b\"c\nd", 0)));
  }

  private static String csv(List<Field> fields, ServerGiven given) {
    var rows = TableLines.of(Advisor.assess(given.survey()), Map.of());
    return TableCsv.of(fields, rows, ServerGiven.NOW);
  }
}
