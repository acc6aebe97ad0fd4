package org.vacuumadvisor.gui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.vacuumadvisor.gui.problem.ProblemList.Detail.ALL;

import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TableView;
import javafx.scene.control.TitledPane;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.problem.ProblemList;
import org.vacuumadvisor.gui.problem.ProblemStrip;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.gui.work.Workbench.Opened;

/// One problem is chosen in the whole window, and every screen leads to every other.
class ProblemEverywhereTest {
  /// 50 + 0.2 × 1000 rows bring a vacuum, which removes none of them.
  private static final Assessment BLOCKED =
      Advisor.assess(
          new ServerGiven()
              .table("orders", 1_700)
              .table("lines", 1_900)
              .table("customers", 3)
              .blockedBySlot("standby_2")
              .survey());

  private static final String HEADLINE = Texts.inLines(BLOCKED.problems().getFirst().headline());

  @Test
  void screensWithoutAListShowTheProblemThatIsChosen() throws Exception {
    try (var window = opened()) {
      for (var place : List.of(Place.TABLES, Place.TRY, Place.FREEZE, Place.XRAY)) {
        window.go(place);
        assertTrue(words(strip(window)).contains(HEADLINE), place::title);
      }
      for (var place : List.of(Place.PASTE, Place.CONNECT, Place.ADVICE)) {
        window.go(place);
        assertEquals(List.of(), words(strip(window)), place::title);
      }
    }
  }

  @Test
  void leadsFromAProblemToTheTablesAndToAdvice() throws Exception {
    try (var window = opened()) {
      window.go(Place.TRY);
      var problem = Toolkit.in(() -> window.workbench().problem.get().orElseThrow());
      press(window, "Tables");
      Toolkit.await(() -> listed(window) == 3);

      press(window, "Advice");
      assertTrue(
          words(window.scene().getRoot())
              .contains(
                  "Nothing here is ever run for you: read it, copy it, run it where it says,"
                      + " verify."));
      assertEquals(problem, Toolkit.in(() -> window.workbench().problem.get().orElseThrow()));
    }
  }

  @Test
  void aTablesPageShowsWhatOfAProblemIsAboutIt() throws Exception {
    try (var window = opened()) {
      var name = BLOCKED.evidence().survey().relations().getFirst().name();
      window.go(Place.TABLES);
      Toolkit.await(() -> listed(window) == 3);
      window.with(_ -> window.workbench().table.set(Optional.of(name)));

      Toolkit.await(() -> Toolkit.words(window.scene().getRoot()).contains("Settings in effect"));
      var words = words(window.scene().getRoot());
      assertTrue(words.contains(HEADLINE), words::toString);
      assertFalse(words(strip(window)).contains(HEADLINE));
    }
  }

  @Test
  void whatIsUnfoldedStaysSoWhenTheServerIsLookedAtAgain() throws Exception {
    try (var window = opened()) {
      window.go(Place.CONNECT);
      var list =
          Toolkit.in(() -> new ProblemList(window.window().shell(), Place.CONNECT, ALL, _ -> {}));
      Toolkit.run(() -> list.show(window.workbench().opened().orElseThrow()));
      var fold = Toolkit.in(() -> fold(list));
      Toolkit.run(() -> fold.setExpanded(true));

      var later = new ServerGiven().table("orders", 1_800).table("lines", 1_950);
      var next =
          new Opened(
              new Origin.Connected("db1"),
              Advisor.assess(later.blockedBySlot("standby_2").survey()),
              ServerGiven.NOW.plusSeconds(30));
      window.with(_ -> window.workbench().open(next));
      Toolkit.run(() -> list.show(next));
      var again = Toolkit.in(() -> fold(list));
      assertNotSame(fold, again);
      assertTrue(again.isExpanded());
    }
  }

  private static TitledPane fold(Node list) {
    return Toolkit.first(list, TitledPane.class, each -> each.getText().startsWith("Proof"))
        .orElseThrow();
  }

  private static Windows opened() throws Exception {
    var window = Windows.open();
    window.with(_ ->
        window.workbench().open(new Opened(new Origin.Connected("db"), BLOCKED, ServerGiven.NOW)));
    return window;
  }

  private static Node strip(Windows window) throws Exception {
    return Toolkit.in(
        () -> Toolkit.first(window.scene().getRoot(), ProblemStrip.class, _ -> true).orElseThrow());
  }

  private static List<String> words(Node node) throws Exception {
    return Toolkit.in(() -> Toolkit.words(node));
  }

  private static int listed(Windows window) {
    return Toolkit.first(
            window.scene().getRoot(),
            TableView.class,
            each -> each.getStyleClass().contains("tables"))
        .map(each -> each.getItems().size())
        .orElse(0);
  }

  private static void press(Windows window, String button) throws Exception {
    window.with(scene ->
        Toolkit.first(scene.getRoot(), Button.class, each -> each.getText().equals(button))
            .orElseThrow()
            .fire());
  }
}
