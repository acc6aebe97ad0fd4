package org.vacuumadvisor.gui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.css.PseudoClass;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.TraversalDirection;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
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
      assertTrue(words(window).contains("What the keyboard does"));
      assertTrue(words(window).contains("Go to Advice"), words(window));
      for (var way : List.of(TraversalDirection.NEXT, TraversalDirection.PREVIOUS)) {
        window.with(scene -> scene.getFocusOwner().requestFocusTraversal(way));
        Toolkit.await(() -> isOnSheet(window));
      }

      press(window, KeyCode.ESCAPE, false);
      assertTrue(!words(window).contains("What the keyboard does"));
      Toolkit.await(() -> window.scene().getFocusOwner() instanceof CodeArea);
    }
  }

  private static boolean isOnSheet(Windows window) {
    var owner = window.scene().getFocusOwner();
    return owner != null
        && Toolkit.all(window.scene().getRoot())
            .filter(ShortcutSheet.class::isInstance)
            .anyMatch(sheet -> MainWindow.isIn(sheet, owner));
  }

  @Test
  void remembersSizeAndTheme() throws Exception {
    var memory = Memory.shortLived();
    var dark = PseudoClass.getPseudoClass("dark");
    try (var window = Windows.open(memory, Screens.all())) {
      window.with(scene -> window.stage().setHeight(700));
      Toolkit.run(() -> window.window().appearance().theme.set(Theme.LIGHT));
      memory.keep("theme", Theme.DARK.word());
    }
    try (var window = Windows.open(memory, Screens.all())) {
      assertEquals(700, Toolkit.in(() -> window.stage().getHeight()));
      assertTrue(Toolkit.in(() -> window.scene().getRoot().getPseudoClassStates().contains(dark)));
    }
  }

  private static Place place(Windows window) throws Exception {
    return Toolkit.in(() -> window.window().place());
  }

  private static String words(Windows window) throws Exception {
    return Toolkit.in(() -> String.join("\n", Toolkit.words(window.scene().getRoot())));
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
