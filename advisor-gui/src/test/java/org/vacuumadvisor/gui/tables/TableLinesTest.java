package org.vacuumadvisor.gui.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.evidence.Reason;
import org.vacuumadvisor.gui.ServerGiven;
import org.vacuumadvisor.gui.Toolkit;

class TableLinesTest {
  private static final ServerGiven GIVEN =
      new ServerGiven()
          .table("sales", "order_lines", 0, 1)
          .table("sales", "orders", 0, 1)
          .table("archive", "ORDERS", 0, 2_000_000_000);

  @Test
  void listTheTablesOfWhateverIsOpen() throws Exception {
    assertEquals(Set.of("sales.order_lines", "sales.orders", "archive.\"ORDERS\""), found(""));
  }

  /// 50 + 0.2 × 1000 rows.
  @Test
  void knowHowFarDeadRowsAreFromTheirTrigger() {
    assertEquals(
        Optional.of(new Reason(Reason.Kind.DEAD_ROWS, 300, 250)),
        lines(new ServerGiven().table("orders", 300)).getFirst().reason(Reason.Kind.DEAD_ROWS));
  }

  /// By name, schema, and what was found, in any order.
  @ParameterizedTest
  @CsvSource({
    "order sales, sales.order_lines sales.orders",
    "ORDERS, sales.orders archive.\"ORDERS\"",
    "archive, archive.\"ORDERS\"",
    "warning, archive.\"ORDERS\""
  })
  void areFoundByWordsOfAnyColumn(String words, String names) throws Exception {
    assertEquals(Set.of(names.split(" ")), found(words));
  }

  @Test
  void areNotFoundByWordsThatNoneHas() throws Exception {
    assertEquals(Set.of(), found("orders warning sales"));
  }

  private static Set<String> found(String words) throws Exception {
    return Toolkit.in(() -> {
      var list = TablesScreen.list(new TableColumns(() -> ServerGiven.NOW));
      list.show(lines(GIVEN));
      list.search().setText(words);
      return list.getItems().stream().map(TableLine::name).collect(Collectors.toSet());
    });
  }

  private static List<TableLine> lines(ServerGiven given) {
    return TableLine.of(Advisor.assess(given.survey()));
  }
}
