package org.vacuumadvisor.gui.paste;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import javafx.application.Platform;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.input.Clipboard;
import javafx.scene.input.DataFormat;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import jfx.incubator.scene.control.richtext.CodeArea;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.gui.Pictures;
import org.vacuumadvisor.gui.Toolkit;
import org.vacuumadvisor.gui.Windows;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Place;

/// What somebody sees who pastes one text after another.
class FirstMinuteTest {
  /// From a server's own format: nothing is left of three runs but what they removed.
  private static final String HEALTHY = run("10:00", 100) + run("10:20", 90) + run("10:40", 110);

  private static String run(String time, long removed) {
    return """
    2026-11-20 %s:00.000 UTC [100] LOG:  automatic vacuum of table "shop.public.orders": index scans: 1
    \tpages: 0 removed, 9000 remain, 900 scanned (10.00%% of total), 0 eagerly scanned
    \ttuples: %d removed, 500000 remain, 0 are dead but not yet removable
    \tremovable cutoff: 5000, which was 1 XIDs old when operation ended
    \tfrozen: 0 pages from table (0.00%% of total) had 0 tuples frozen
    \tvisibility map: 20 pages set all-visible, 0 pages set all-frozen (0 were all-visible)
    \tindex scan needed: 90 pages from table (1.00%% of total) had %d dead item identifiers removed
    \tavg read rate: 1.000 MB/s, avg write rate: 0.005 MB/s
    \tbuffer usage: 900 hits, 90 reads, 9 dirtied
    \tWAL usage: 100 records, 3 full page images, 27926 bytes, 0 buffers full
    \tsystem usage: CPU: user: 0.11 s, system: 0.01 s, elapsed: 2.50 s
    """
        .formatted(time, removed, removed);
  }

  @Test
  void showsTheWorstProblemItsLineAndItsRunUnasked() throws Exception {
    try (var window = Windows.open()) {
      paste(window, Texts.resource(PasteScreen.class, "example.log"));
      Toolkit.await(() -> selected(window).size() == 1);

      assertTrue(says(window, "Find out what blocks cleanup"), () -> words(window).toString());
      assertTrue(says(window, "manual vacuum of sales.order_items"));
      Toolkit.await(
          () -> proving(window).stream().anyMatch(each -> each.contains("1402 are dead")));
      Pictures.ofAllLooks(window, Place.PASTE, "sick");
      var proving = Toolkit.in(() -> proving(window));
      assertTrue(proving.size() <= 3, proving::toString);
    }
  }

  @Test
  void pastesFromEveryScreenInPlaceOfEverything() throws Exception {
    try (var window = Windows.open()) {
      paste(window, Texts.resource(PasteScreen.class, "example.log"));
      Toolkit.await(() -> selected(window).size() == 1);
      window.go(Place.ADVICE);
      assertTrue(says(window, "Find out what blocks cleanup"));
      Pictures.ofAllLooks(window, Place.ADVICE, "sick");

      paste(window, "Lorem ipsum dolor sit amet");
      Toolkit.await(() ->
          says(
              window,
              "Nothing to judge: no figure, plan or message in this text tells anything about"
                  + " VACUUM."));
      assertFalse(says(window, "sales.order_items"), () -> words(window).toString());
      assertTrue(says(window, "To judge it, add what these show"));
      assertTrue(
          Toolkit.in(() -> statusLine(window).endsWith("Nothing to judge")), statusLine(window));
      Pictures.ofAllLooks(window, Place.PASTE, "garbage");
      window.go(Place.ADVICE);
      assertFalse(says(window, "Find out what blocks cleanup"), () -> words(window).toString());
      Pictures.ofAllLooks(window, Place.ADVICE, "garbage");

      paste(window, Texts.resource(PasteScreen.class, "example.log"));
      Toolkit.await(() -> selected(window).size() == 1);
      assertEquals(
          1, Toolkit.in(() -> words(window).stream().filter(each -> each.equals("Runs")).count()));
    }
  }

  @Test
  void isGreenAndSaysOnceWhatWasChecked() throws Exception {
    try (var window = Windows.open()) {
      paste(window, HEALTHY);
      Toolkit.await(() -> says(window, "Nothing wrong in what was shown"));

      assertTrue(says(window, "Automatic vacuum of public.orders"), () -> words(window).toString());
      assertFalse(words(window).contains("Info"), () -> words(window).toString());
      assertTrue(
          Toolkit.in(() ->
              Toolkit.all(window.scene().getRoot())
                  .anyMatch(each -> each.getStyleClass().containsAll(List.of("verdict", "fine")))));
      Pictures.ofAllLooks(window, Place.PASTE, "healthy");
      Pictures.ofAllLooks(window, Place.ADVICE, "healthy");
    }
  }

  @Test
  void listsNoRunOfTheTextBefore() throws Exception {
    try (var window = Windows.open()) {
      paste(window, HEALTHY);
      Toolkit.await(() -> words(window).contains("vacuum of public.orders"));
      paste(window, HEALTHY.replace("orders", "invoices"));
      Toolkit.await(() -> words(window).contains("vacuum of public.invoices"));

      assertFalse(
          words(window).stream().anyMatch(each -> each.contains("public.orders")),
          () -> words(window).toString());
    }
  }

  @Test
  void asksForATextWhereOnlyBlanksWerePasted() throws Exception {
    try (var window = Windows.open()) {
      paste(window, HEALTHY);
      Toolkit.await(() -> says(window, "Nothing wrong in what was shown"));
      paste(window, " \n\n");
      Toolkit.await(() -> says(window, "See what VACUUM is doing to your server"));

      assertEquals(
          "",
          Toolkit.in(() ->
              Toolkit.first(window.scene().getRoot(), CodeArea.class, CodeArea::isEditable)
                  .orElseThrow()
                  .getText()));
    }
  }

  @Test
  void leavesTheTextBoxWithTab() throws Exception {
    try (var window = Windows.open()) {
      Toolkit.await(() -> window.scene().getFocusOwner() instanceof CodeArea);
      press(window, KeyCode.TAB, false);

      assertFalse(Toolkit.in(() -> window.scene().getFocusOwner() instanceof CodeArea));
    }
  }

  @Test
  void keepsTheBoxForWhomWrites() throws Exception {
    try (var window = Windows.open()) {
      window.with(scene ->
          Toolkit.first(scene.getRoot(), CodeArea.class, CodeArea::isEditable)
              .orElseThrow()
              .setText(Texts.resource(PasteScreen.class, "example.log")));
      Toolkit.await(() -> selected(window).size() == 1);

      assertTrue(
          Toolkit.in(() ->
              Toolkit.first(window.scene().getRoot(), CodeArea.class, CodeArea::isEditable)
                  .isPresent()));
    }
  }

  /// As somebody does who copies a text elsewhere.
  private static void paste(Windows window, String text) throws Exception {
    window.with(
        _ -> Clipboard.getSystemClipboard().setContent(Map.of(DataFormat.PLAIN_TEXT, text)));
    press(window, KeyCode.V, true);
  }

  private static void press(Windows window, KeyCode code, boolean withShortcut) throws Exception {
    window.with(scene -> {
      var owner = scene.getFocusOwner() == null ? scene.getRoot() : scene.getFocusOwner();
      owner.fireEvent(
          new KeyEvent(KeyEvent.KEY_PRESSED, "", "", code, false, withShortcut, false, false));
    });
  }

  private static String statusLine(Windows window) {
    return words(window).stream().filter(each -> each.contains("read at")).findFirst().orElse("");
  }

  private static List<Node> selected(Windows window) {
    return Toolkit.all(window.scene().getRoot())
        .filter(each -> each.getStyleClass().containsAll(List.of("openable", "selected")))
        .distinct()
        .toList();
  }

  /// The lines in sight that are shown to prove something.
  private static List<String> proving(Windows window) {
    window.scene().getRoot().layout();
    var area =
        Toolkit.first(window.scene().getRoot(), CodeArea.class, CodeArea::isEditable).orElseThrow();
    return Toolkit.all(area)
        .filter(each -> each.getStyleClass().contains("line-number"))
        .filter(each -> each.getPseudoClassStates().contains(PseudoClass.getPseudoClass("proving")))
        .map(each -> area.getPlainText(Integer.parseInt(((Label) each).getText()) - 1))
        .distinct()
        .toList();
  }

  private static boolean says(Windows window, String part) {
    return words(window).stream().anyMatch(each -> each.contains(part));
  }

  private static List<String> words(Windows window) {
    try {
      return Platform.isFxApplicationThread()
          ? Toolkit.words(window.scene().getRoot())
          : Toolkit.in(() -> Toolkit.words(window.scene().getRoot()));
    } catch (Exception failure) {
      throw new AssertionError(failure);
    }
  }
}
