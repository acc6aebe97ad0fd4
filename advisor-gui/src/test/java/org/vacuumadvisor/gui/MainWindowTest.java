package org.vacuumadvisor.gui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.css.PseudoClass;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import javafx.stage.Window;
import jfx.incubator.scene.control.richtext.CodeArea;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.theme.Appearance.Theme;
import org.vacuumadvisor.gui.work.Memory;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.gui.work.Workbench.Opened;

class MainWindowTest {
  @Test
  void opensOnThePasteBox() throws Exception {
    try (var window = Windows.open()) {
      assertEquals("Vacuum Advisor", Toolkit.in(() -> window.stage().getTitle()));
      assertEquals(Place.PASTE, place(window));
      Toolkit.await(() -> window.scene().getFocusOwner() instanceof CodeArea);
    }
  }

  @Test
  void opensTheFilesItIsStartedWith(@TempDir Path folder) throws Exception {
    var log = folder.resolve("server.log");
    Files.writeString(log, "2026-11-20 03:00:01 UTC [7] LOG:  database system is ready\n");
    try (var window = Windows.open()) {
      Toolkit.run(() -> window.window().open(List.of(log)));
      Toolkit.await(() ->
          window.workbench().opened().map(Opened::origin).stream()
              .anyMatch(new Origin.Files(List.of("server.log"))::equals));
      assertEquals(Place.PASTE, place(window));
    }
  }

  @Test
  void goesToEveryScreenByItsKeys() throws Exception {
    try (var window = Windows.open()) {
      for (var place : Screens.all().keySet()) {
        press(window, KeyCode.getKeyCode(place.key().getDisplayText().replace("Ctrl+", "")), true);
        assertEquals(place, place(window));
        Toolkit.await(() -> isWithinScreen(window));
      }
    }
  }

  /// What is scrolled has no place in the window before it was laid out for the first time.
  @Test
  void theFirstVisitToConnectBeginsAtTheHost() throws Exception {
    try (var window = Windows.open()) {
      Toolkit.await(() -> window.scene().getFocusOwner() instanceof CodeArea);
      Toolkit.run(() -> window.window().go(Place.CONNECT));
      Toolkit.await(() -> isWithinScreen(window));

      assertEquals("host", Toolkit.in(() -> window.scene().getFocusOwner().getId()));
    }
  }

  private static boolean isWithinScreen(Windows window) {
    var owner = window.scene().getFocusOwner();
    var screen = window.window().current().orElseThrow();
    return owner != null && MainWindow.isIn(screen.node(), owner);
  }

  @Test
  void listsItsKeysAndGivesTheFocusBack() throws Exception {
    try (var window = Windows.open()) {
      Toolkit.await(() -> window.scene().getFocusOwner() instanceof CodeArea);
      press(window, KeyCode.F1, false);
      var sheet = Toolkit.in(() -> sheet(window).orElseThrow());
      assertEquals("What the keyboard does", sheet.getTitle());
      assertTrue(Toolkit.words(sheet.getScene().getRoot()).contains("Go to Advice"));

      Toolkit.run(() ->
          Event.fireEvent(
              sheet.getScene().getFocusOwner(),
              new KeyEvent(
                  KeyEvent.KEY_PRESSED, "", "", KeyCode.ESCAPE, false, false, false, false)));
      Toolkit.await(() -> sheet(window).isEmpty());
      Toolkit.await(() -> window.scene().getFocusOwner() instanceof CodeArea);
    }
  }

  private static Optional<Stage> sheet(Windows window) {
    return Window.getWindows().stream()
        .filter(each -> each instanceof Stage above && window.stage().equals(above.getOwner()))
        .map(Stage.class::cast)
        .findFirst();
  }

  @Test
  void remembersTheTheme() throws Exception {
    var memory = Memory.shortLived();
    var dark = PseudoClass.getPseudoClass("dark");
    try (var window = Windows.open(memory, Screens.all())) {
      Toolkit.run(() -> window.window().appearance().theme.set(Theme.LIGHT));
      memory.keep("theme", Theme.DARK.word());
    }
    try (var window = Windows.open(memory, Screens.all())) {
      assertTrue(Toolkit.in(() -> window.scene().getRoot().getPseudoClassStates().contains(dark)));
    }
  }

  private static Place place(Windows window) throws Exception {
    return Toolkit.in(() -> window.window().place());
  }

  static void press(Windows window, KeyCode code, boolean withShortcut) throws Exception {
    window.with(scene -> {
      Node owner = scene.getFocusOwner();
      Event.fireEvent(
          owner == null ? scene.getRoot() : owner,
          new KeyEvent(KeyEvent.KEY_PRESSED, "", "", code, false, withShortcut, false, false));
    });
  }
}
