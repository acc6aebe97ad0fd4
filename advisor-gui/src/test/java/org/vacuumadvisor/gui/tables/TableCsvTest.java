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
import org.vacuumadvisor.gui.Toolkit;
import org.vacuumadvisor.gui.part.DataTable;

class TableCsvTest {
  @Test
  void writesFiguresAsPlainNumbers() throws Exception {
    assertEquals(
        """
        Table,Size (bytes),Dead rows,Last vacuum (UTC),Age\r
        public.orders,81920,12300,2026-11-21T11:55:00Z,1000\r
        """,
        csv(
            List.of("Size", "Dead rows", "Last vacuum", "Age"),
            new ServerGiven().table("orders", 12_300)));
  }

  /// A spreadsheet runs what begins like a formula, and names come from the server. An identifier
  /// that needs quotes begins with one, but not where the schema is not known.
  @ParameterizedTest
  @ValueSource(strings = {"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "|calc", "%0A"})
  void neverBeginsACellLikeAFormula(String name) throws Exception {
    var csv = csv(List.of("Database"), new ServerGiven().in(name).table("orders", 0));

    var cell = csv.substring(csv.indexOf(",", csv.indexOf("\r\n")) + 1);
    assertTrue(cell.startsWith("'") || cell.startsWith("\"'"), cell);
  }

  @Test
  void quotesWhatWouldEndACellOrALine() throws Exception {
    assertEquals(
        "Table\r\n\"public.\"\"a,b\"\"\"\"c\nd\"\"\"\r\n",
        csv(List.of(), new ServerGiven().table("a,b\"c\nd", 0)));
  }

  private static String csv(List<String> titles, ServerGiven given) throws Exception {
    return Toolkit.in(() -> {
      var columns = new TableColumns(() -> ServerGiven.NOW);
      var table = new DataTable<>("Tables", "table", columns.all, TableLine::name);
      columns.all.stream().skip(1).forEach(each -> table.show(each, titles.contains(each.title())));
      table.show(TableLine.of(Advisor.assess(given.survey()), Map.of()));
      return table.csv();
    });
  }
}
