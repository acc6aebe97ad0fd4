package org.vacuumadvisor.gui.part;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.input.Clipboard;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.gui.Toolkit;

class DataTableTest {
  private static final List<Column<String>> COLUMNS =
      Stream.concat(
              Stream.of(Column.<String>text("Name", "Of a table", 20, each -> each)),
              Stream.of("One", "Two", "Three").map(DataTableTest::figure))
          .toList();

  private static Column<String> figure(String title) {
    return Column.<String>figure(title, "A figure", 9, String::length, each -> "1,234").yielding();
  }

  /// Rather than cut in the middle of a figure.
  @Test
  void leavesOutTheColumnsThatHaveNoRoom() throws Exception {
    assertEquals(List.of("Name", "One", "Two", "Three"), shownIn(900));
    assertEquals(List.of("Name", "One"), shownIn(330));
    assertEquals(List.of("Name"), shownIn(220));
  }

  private static List<String> shownIn(double width) throws Exception {
    var table = Toolkit.in(() -> new DataTable<>("Tables", "table", COLUMNS, each -> each));
    Toolkit.run(() -> {
      var stage = new Stage();
      stage.setScene(new Scene(table, width, 300));
      stage.show();
    });
    Toolkit.await(() -> table.getWidth() == width);
    return Toolkit.in(() -> {
      table.getScene().getWindow().hide();
      return table.getVisibleLeafColumns().stream()
          .map(each -> ((Label) each.getGraphic()).getText())
          .toList();
    });
  }

  /// Who has no Ctrl+C at hand has the menu. Figures are plain numbers.
  @Test
  void copiesTheLinesThatAreChosenByItsMenu() throws Exception {
    assertEquals("Name,One,Two,Three\r\nitems,5,5,5\r\n", copied("orders", "items"));
  }

  /// A spreadsheet runs what begins like a formula, and names come from the server.
  @ParameterizedTest
  @ValueSource(strings = {"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "|calc", "%0A"})
  void neverBeginsACellLikeAFormula(String name) throws Exception {
    var copied = copied("orders", name);

    var cell = copied.substring(copied.indexOf("\r\n") + 2);
    assertTrue(cell.startsWith("'") || cell.startsWith("\"'"), cell);
  }

  @Test
  void quotesWhatWouldEndACellOrALine() throws Exception {
    assertEquals("Name,One,Two,Three\r\n\"a,b\"\"c\nd\",7,7,7\r\n", copied("orders", "a,b\"c\nd"));
  }

  /// Chooses the second of two lines.
  private static String copied(String first, String second) throws Exception {
    return Toolkit.in(() -> {
      var table = new DataTable<>("Tables", "table", COLUMNS, each -> each);
      table.show(List.of(first, second));
      table.getSelectionModel().select(1);
      table.getContextMenu().getItems().getFirst().fire();
      return Clipboard.getSystemClipboard().getString();
    });
  }
}
