package org.vacuumadvisor.gui.paste;

import static org.junit.jupiter.api.Assertions.assertTrue;

import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import jfx.incubator.scene.control.richtext.CodeArea;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.gui.Pictures;
import org.vacuumadvisor.gui.Toolkit;
import org.vacuumadvisor.gui.Windows;
import org.vacuumadvisor.gui.screen.Place;

class PasteScreenTest {
  @Test
  void showsFindingsRunsAndTheLinesOfAFinding() throws Exception {
    try (var window = Windows.open()) {
      window.with(scene -> box(scene.getRoot()).setText(PasteScreen.exampleText()));
      Toolkit.await(() -> window.workbench().opened().isPresent());
      Toolkit.await(() -> cards(window) > 0);
      Pictures.ofAllLooks(window, Place.PASTE, "example");

      window.with(scene -> {
        var card =
            Toolkit.first(
                    scene.getRoot(), Node.class, each -> each.getStyleClass().contains("openable"))
                .orElseThrow();
        card.fireEvent(
            new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.ENTER, false, false, false, false));
        table(scene.getRoot()).getSelectionModel().select(0);
      });
      Toolkit.await(() ->
          Toolkit.all(window.scene().getRoot())
              .anyMatch(each -> each.getStyleClass().contains("line-number") && isProving(each)));
      Pictures.ofAllLooks(window, Place.PASTE, "run");
      Pictures.ofAllLooks(window, Place.ADVICE, "example");
    }
  }

  @Test
  void showsHostileNamesAsEscapes() throws Exception {
    var hostile =
        PasteScreen.exampleText()
            .replaceFirst("table \"[^\"]+\"", "table \"db.s.evil\u202etable\"");
    try (var window = Windows.open()) {
      window.with(scene -> box(scene.getRoot()).setText(hostile));
      Toolkit.await(() -> window.workbench().opened().isPresent());
      Toolkit.await(() -> cards(window) > 0);
      var words = Toolkit.in(() -> Toolkit.words(window.scene().getRoot()));
      assertTrue(words.stream().noneMatch(each -> each.contains("\u202e")), words::toString);
    }
  }

  private static boolean isProving(Node number) {
    return number.getPseudoClassStates().contains(PseudoClass.getPseudoClass("proving"));
  }

  private static long cards(Windows window) {
    return Toolkit.all(window.scene().getRoot())
        .filter(each -> each.getStyleClass().contains("openable"))
        .count();
  }

  private static CodeArea box(Node root) {
    return Toolkit.first(root, CodeArea.class, CodeArea::isEditable).orElseThrow();
  }

  private static TableView<?> table(Node root) {
    return Toolkit.first(root, TableView.class, Node::isVisible).orElseThrow();
  }
}
