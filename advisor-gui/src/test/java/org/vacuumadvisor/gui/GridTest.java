package org.vacuumadvisor.gui;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import javafx.scene.Scene;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.gui.part.PartNodes;
import org.vacuumadvisor.report.Part;

/// Long names in the columns of a report, on cards of several widths.
class GridTest {
  private static final String LONGEST =
      "warehouse_of_the_north.order_items_with_a_name_of_sixty_three_characters_as_orm_make";

  @ParameterizedTest
  @ValueSource(doubles = {650, 900, 1400})
  void cutsNoFigureAndBreaksNoWord(double width) throws Exception {
    var grid =
        new Part.Grid(
            List.of(
                Part.Column.text("Who"),
                Part.Column.text("State"),
                Part.Column.text("Since"),
                Part.Column.number("Transaction IDs ago"),
                Part.Column.text("Keeps dead rows of")),
            List.of(
                List.of(
                    "session 20546 (user postgres, PostgreSQL JDBC Driver)",
                    "waits for COMMIT or ROLLBACK PREPARED",
                    "4.5 s",
                    "1,035,000,000",
                    "database shop"),
                List.of(LONGEST, "idle in transaction", "2 d 4 h", "35", "every database")));

    assertEquals(List.of(), unread(grid, width));
  }

  @Test
  void leavesALastColumnItsRoom() throws Exception {
    var grid =
        new Part.Grid(
            List.of(
                Part.Column.text("Index"),
                Part.Column.text("How sure"),
                Part.Column.number("Scans")),
            List.of(List.of(LONGEST, "uncertain: many of its rows changed since", "1,234,567")));

    assertEquals(List.of(), unread(grid, 560));
  }

  private static List<String> unread(Part.Grid grid, double width) throws Exception {
    return Toolkit.in(() -> {
      var node = PartNodes.column(List.of(grid));
      var scene = new Scene(node, width, 400);
      scene.getRoot().applyCss();
      scene.getRoot().layout();
      return Clipped.in(node);
    });
  }
}
