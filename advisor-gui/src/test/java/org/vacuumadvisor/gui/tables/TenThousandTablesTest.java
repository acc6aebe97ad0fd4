package org.vacuumadvisor.gui.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import javafx.scene.Scene;
import javafx.scene.control.TableRow;
import javafx.scene.control.skin.VirtualFlow;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.gui.ServerGiven;
import org.vacuumadvisor.gui.Toolkit;
import org.vacuumadvisor.gui.part.DataTable;

/// Smoothness is not measured, for that depends on the machine; what makes it possible is: however
/// long the list, there are only as many nodes as fit the window.
class TenThousandTablesTest {
  private static final int TABLES = 10_000;

  @Test
  void scrollsFromOneEndToTheOtherWithAWindowfulOfNodes() throws Exception {
    var lines = lines(given());
    var list =
        Toolkit.in(() -> {
          var made = TablesScreen.list(new TableColumns(() -> ServerGiven.NOW));
          made.show(lines);
          var stage = new Stage();
          stage.setScene(new Scene(made, 1000, 600));
          stage.show();
          return made;
        });
    assertEquals(TABLES, Toolkit.in(() -> list.getItems().size()));
    for (int at = 500; at < TABLES; at += 500) {
      goTo(list, at);
    }

    toTheEnd(list);

    assertTrue(Toolkit.in(() -> rows(list)) < 100, () -> rows(list) + " rows");
    Toolkit.run(() -> list.getScene().getWindow().hide());
  }

  /// As somebody does who drags the scroll bar down.
  private static void toTheEnd(DataTable<TableLine> list) throws Exception {
    Toolkit.await(() -> {
      ((VirtualFlow<?>) list.lookup(".virtual-flow")).setPosition(1);
      list.layout();
      return Toolkit.words(list).contains(list.getItems().getLast().name());
    });
  }

  private static void goTo(DataTable<TableLine> list, int at) throws Exception {
    Toolkit.run(() -> list.scrollTo(at));
    Toolkit.await(() -> Toolkit.words(list).contains(list.getItems().get(at).name()));
  }

  @Test
  void keepsWhatIsSelectedWhenNewFiguresCome() throws Exception {
    var first = lines(new ServerGiven().table("a", 0).table("b", 0));
    var next = lines(new ServerGiven().table("c", 9).table("b", 1).table("a", 2));
    Toolkit.run(() -> {
      var list = TablesScreen.list(new TableColumns(() -> ServerGiven.NOW));
      list.show(first);
      list.getSelectionModel().select(1);
      var before = list.getSelectionModel().getSelectedItem().name();

      list.show(next);

      assertEquals(before, list.getSelectionModel().getSelectedItem().name());
      assertEquals(1, list.getSelectionModel().getSelectedItems().size());
    });
  }

  private static List<TableLine> lines(ServerGiven given) {
    return TableLine.of(Advisor.assess(given.survey()));
  }

  private static long rows(DataTable<TableLine> list) {
    return Toolkit.all(list).filter(TableRow.class::isInstance).count();
  }

  private static ServerGiven given() {
    var given = new ServerGiven();
    for (int at = 0; at < TABLES; at++) {
      given.table("schema_%d".formatted(at % 40), "table_%05d".formatted(at), at % 600, at);
    }
    return given;
  }
}
