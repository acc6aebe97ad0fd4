package org.vacuumadvisor.gui.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Scene;
import javafx.scene.control.TableRow;
import javafx.scene.control.skin.VirtualFlow;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.gui.ServerGiven;
import org.vacuumadvisor.gui.Toolkit;
import org.vacuumadvisor.gui.past.ArchivePast;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.work.Opened;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.gui.work.Workbench;

/// Smoothness is not measured, for that depends on the machine; what makes it possible is: however
/// long the list, there are only as many nodes as fit the window.
class TenThousandTablesTest {
  private static final ReadOnlyObjectProperty<ArchivePast> NO_ARCHIVE =
      new SimpleObjectProperty<>(new ArchivePast.None());

  private static final int TABLES = 10_000;

  @Test
  void scrollsFromOneEndToTheOtherWithAWindowfulOfNodes() throws Exception {
    var workbench = new Workbench();
    var assessment = Advisor.assess(given().survey());
    var list =
        Toolkit.in(() -> {
          var model =
              new TablesModel(workbench, new Background(Runnable::run, Runnable::run), NO_ARCHIVE);
          workbench.open(new Opened(new Origin.Pasted(), assessment, ServerGiven.NOW));
          var made = new TableList(model, _ -> {});
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
  private static void toTheEnd(TableList list) throws Exception {
    Toolkit.await(() -> {
      ((VirtualFlow<?>) list.lookup(".virtual-flow")).setPosition(1);
      list.layout();
      return Toolkit.words(list).contains(list.getItems().getLast().name());
    });
  }

  private static void goTo(TableList list, int at) throws Exception {
    Toolkit.run(() -> list.scrollTo(at));
    Toolkit.await(() -> Toolkit.words(list).contains(list.getItems().get(at).name()));
  }

  @Test
  void keepsWhatIsSelectedWhenNewFiguresCome() throws Exception {
    var workbench = new Workbench();
    Toolkit.run(() -> {
      var model =
          new TablesModel(workbench, new Background(Runnable::run, Runnable::run), NO_ARCHIVE);
      open(workbench, new ServerGiven().table("a", 0).table("b", 0));
      var list = new TableList(model, _ -> {});
      list.getSelectionModel().select(1);
      var before = list.getSelectionModel().getSelectedItem().name();

      open(workbench, new ServerGiven().table("c", 9).table("b", 1).table("a", 2));

      assertEquals(before, list.getSelectionModel().getSelectedItem().name());
      assertEquals(1, list.getSelectionModel().getSelectedItems().size());
    });
  }

  private static void open(Workbench workbench, ServerGiven given) {
    workbench.open(
        new Opened(new Origin.Pasted(), Advisor.assess(given.survey()), ServerGiven.NOW));
  }

  private static long rows(TableList list) {
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
