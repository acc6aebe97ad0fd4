package org.vacuumadvisor.gui.paste;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.TableView;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import jfx.incubator.scene.control.richtext.CodeArea;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.gui.Pictures;
import org.vacuumadvisor.gui.Toolkit;
import org.vacuumadvisor.gui.Windows;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Place;

class PasteScreenTest {
  @Test
  void showsFindingsRunsAndTheLinesOfAFinding() throws Exception {
    try (var window = Windows.open()) {
      window.with(
          scene -> box(scene.getRoot()).setText(Texts.resource(PasteScreen.class, "example.log")));
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
        Texts.resource(PasteScreen.class, "example.log")
            .replaceFirst("table \"[^\"]+\"", "table \"db.s.evil\u202etable\"");
    try (var window = Windows.open()) {
      window.with(scene -> box(scene.getRoot()).setText(hostile));
      Toolkit.await(() -> window.workbench().opened().isPresent());
      Toolkit.await(() -> cards(window) > 0);
      var words = Toolkit.in(() -> Toolkit.words(window.scene().getRoot()));
      assertTrue(words.stream().noneMatch(each -> each.contains("\u202e")), words::toString);
    }
  }

  /// The picture of one run takes no more room than it fills.
  @Test
  void leavesTheTextTheRoomThatARunAloneDoesNotFill() throws Exception {
    var run =
        """
        INFO:  vacuuming "shop.public.orders"
        tuples: 0 removed, 27295218 remain, 13063178 are dead but not yet removable
        """;
    try (var window = Windows.open()) {
      window.with(scene -> {
        scene.getWindow().setHeight(900);
        box(scene.getRoot()).setText(run);
      });
      Toolkit.await(() -> {
        var picture = Toolkit.first(window.scene().getRoot(), RunPicture.class, Node::isVisible);
        double height = picture.map(RunPicture::getHeight).orElse(0.0);
        return height > 0 && height < box(window.scene().getRoot()).getHeight() / 2;
      });
    }
  }

  /// Few runs stand side by side: a list of them would take the room of the text.
  @Test
  void choosesBetweenFewRunsWithoutATable() throws Exception {
    var run =
        """
        INFO:  vacuuming "shop.public.old_\u202e%1$s"
        tuples: 0 removed, 27295218 remain, 13063178 are dead but not yet removable

        """;
    try (var window = Windows.open()) {
      window.with(scene -> box(scene.getRoot()).setText(run.formatted("a") + run.formatted("b")));
      Toolkit.await(() -> choice(window, 1).isPresent());
      assertTrue(
          Toolkit.first(window.scene().getRoot(), TableView.class, Node::isVisible).isEmpty());
      window.with(_ -> choice(window, 1).orElseThrow().fire());

      Toolkit.await(() ->
          choice(window, 1).orElseThrow().isSelected()
              && !choice(window, 0).orElseThrow().isSelected());
      var words = Toolkit.in(() -> Toolkit.words(window.scene().getRoot()));
      assertTrue(words.stream().anyMatch(each -> each.matches(".*vacuum of .*old_.*b")));
      assertTrue(words.stream().noneMatch(each -> each.contains("\u202e")), words::toString);
    }
  }

  private static Optional<ToggleButton> choice(Windows window, int number) {
    return Toolkit.all(window.scene().getRoot())
        .filter(each -> each instanceof ToggleButton button && button.getText().contains("old_"))
        .skip(number)
        .map(ToggleButton.class::cast)
        .findFirst();
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
