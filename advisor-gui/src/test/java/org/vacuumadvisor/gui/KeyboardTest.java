package org.vacuumadvisor.gui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.TraversalDirection;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Labeled;
import javafx.scene.control.TitledPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.work.ExampleServer;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.gui.work.Workbench.Opened;

/// Every screen is reached and used by the keyboard alone.
class KeyboardTest {
  private static final int LONGEST_WAY = 400;
  private static Windows window;

  @BeforeAll
  static void open() throws Exception {
    window = Windows.open();
    var example = ExampleServer.open();
    var server = new Opened(new Origin.Connected("db1"), example.assessment(), example.at());
    window.with(_ -> window.workbench().keep(server)); // so that sources can be switched
    window.with(_ -> window.workbench().open(example));
  }

  @AfterAll
  static void close() {
    window.close();
  }

  /// `Ctrl` and its digit go to a screen; from there `Tab` comes to every button in sight, through
  /// the rail, and back to where it began.
  @ParameterizedTest
  @EnumSource(Place.class)
  void tabComesToAllThereIs(Place place) throws Exception {
    press(KeyCode.getKeyCode(place.key().getDisplayText().replace("Ctrl+", "")), true);
    Toolkit.await(() -> window.window().place() == place && isWithinScreen());

    var seen = walked();
    // What is computed beside the window may have come while it was walked through.
    for (int again = 0; again < 2 && !Toolkit.in(() -> missed(seen)).isEmpty(); again++) {
      seen.addAll(walked());
    }

    assertEquals(Set.of(), Toolkit.in(() -> missed(seen)));
    assertEquals(List.of(), Toolkit.in(() -> unnamed(seen)), "a screen reader has nothing to say");
    assertEquals(List.of(), Toolkit.in(() -> unseen(seen)), "nobody sees where the keyboard is");
  }

  /// As often as a server is looked at: what has the keyboard is made anew, and has it again.
  @Test
  void staysWhereItIsWhenTheServerIsLookedAtAgain() throws Exception {
    press(KeyCode.DIGIT4, true);
    Toolkit.await(() -> window.window().place() == Place.ADVICE && isWithinScreen());
    var fold = Toolkit.in(KeyboardTest::fold);
    window.with(_ -> fold.requestFocus());
    window.with(_ -> fold.setExpanded(true));

    var next = ExampleServer.open();
    window.with(_ -> window.workbench().open(next));
    Toolkit.await(() -> !fold.equals(fold()) && fold().isFocusVisible() && fold().isExpanded());
  }

  /// The last of what can be unfolded.
  private static TitledPane fold() {
    return Toolkit.first(
            window.scene().getRoot(),
            TitledPane.class,
            each -> "What could not be seen".equals(each.getText()))
        .orElseThrow();
  }

  /// Where `Tab` comes to until it is back.
  private static Set<Node> walked() throws Exception {
    var seen = new LinkedHashSet<Node>();
    while (seen.size() < LONGEST_WAY
        && Toolkit.in(() -> seen.add(window.scene().getFocusOwner()))) {
      window.with(scene -> scene.getFocusOwner().requestFocusTraversal(TraversalDirection.NEXT));
    }
    assertTrue(seen.size() < LONGEST_WAY, "it never comes back");
    return seen;
  }

  /// Where the keyboard is can be seen: by a border or a background that is not there otherwise.
  private static List<String> unseen(Set<Node> seen) {
    return seen.stream()
        // what is read in the meantime may have taken its place
        .filter(each -> each instanceof Region && isUsable(each))
        .map(Region.class::cast)
        .filter(each -> look(each, false).equals(look(each, true)))
        .map(Node::toString)
        .toList();
  }

  private static String look(Region region, boolean isFocused) {
    for (var state : List.of("focused", "focus-visible")) {
      region.pseudoClassStateChanged(PseudoClass.getPseudoClass(state), isFocused);
    }
    region.applyCss();
    return Toolkit.all(region)
        .filter(Region.class::isInstance)
        .map(each -> look((Region) each))
        .collect(Collectors.joining());
  }

  private static String look(Region region) {
    var borders =
        region.getBorder() == null
            ? ""
            : region.getBorder().getStrokes().stream()
                .map(each -> each.getTopStroke() + " " + each.getWidths().getTop())
                .toList()
                .toString();
    var grounds =
        region.getBackground() == null
            ? ""
            : region.getBackground().getFills().stream()
                .map(each -> each.getFill() + " " + each.getInsets())
                .toList()
                .toString();
    return borders + grounds + region.getEffect();
  }

  /// Buttons in sight that `Tab` never came to. Of a group it comes to the one that is chosen; from
  /// there arrows go to the others.
  private static Set<String> missed(Set<Node> seen) {
    return Toolkit.all(window.scene().getRoot())
        .filter(each -> each instanceof ButtonBase && isUsable(each) && each.isFocusTraversable())
        .filter(each -> !seen.contains(each))
        .filter(each -> !(each instanceof ToggleButton one && one.getToggleGroup() != null))
        .map(each -> ((Labeled) each).getText())
        .collect(Collectors.toSet());
  }

  private static List<String> unnamed(Set<Node> seen) {
    return seen.stream()
        .filter(each -> each instanceof ButtonBase button && button.getText().isEmpty())
        .filter(each -> each.getAccessibleText() == null)
        .map(Node::toString)
        .toList();
  }

  private static boolean isUsable(Node node) {
    for (Node each = node; each != null; each = each.getParent()) {
      if (!each.isVisible() || each.isDisabled()) {
        return false;
      }
    }
    return window.scene().equals(node.getScene());
  }

  private static boolean isWithinScreen() {
    var owner = window.scene().getFocusOwner();
    var screen = window.window().current().orElseThrow();
    return owner != null && MainWindow.isIn(screen.node(), owner);
  }

  private static void press(KeyCode code, boolean withShortcut) throws Exception {
    window.with(scene -> {
      Parent root = scene.getRoot();
      var owner = scene.getFocusOwner() == null ? root : scene.getFocusOwner();
      owner.fireEvent(
          new KeyEvent(KeyEvent.KEY_PRESSED, "", "", code, false, withShortcut, false, false));
    });
  }
}
