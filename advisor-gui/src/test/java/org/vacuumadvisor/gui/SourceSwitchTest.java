package org.vacuumadvisor.gui;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import javafx.scene.control.ToggleButton;
import jfx.incubator.scene.control.richtext.CodeArea;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.gui.work.Workbench.Opened;

/// A text and a server are open at once: one switch says which of them all screens show.
class SourceSwitchTest {
  private static final String TEXT =
      """
       relname | n_live_tup | n_dead_tup
      ---------+------------+------------
       events  |        100 |    9000000
      """;

  @Test
  void showsOneSourceOnAllScreens() throws Exception {
    try (var window = Windows.open()) {
      window.with(_ ->
          window
              .workbench()
              .open(
                  new Opened(
                      new Origin.Connected("db1"),
                      Advisor.assess(new ServerGiven().table("orders", 3).survey()),
                      ServerGiven.NOW)));
      assertEquals(List.of(), shown(window));
      window.with(scene ->
          Toolkit.first(scene.getRoot(), CodeArea.class, CodeArea::isEditable)
              .orElseThrow()
              .setText(TEXT));
      Toolkit.await(() -> window.workbench().sourcesProperty().get().size() == 2);
      assertEquals("Pasted text", open(window));

      window.go(Place.TABLES);
      choose(window, "db1");
      assertEquals("db1", open(window));
      Toolkit.await(() -> says(window, "public.orders"));
      Pictures.ofAllLooks(window, Place.TABLES, "two-sources");
      choose(window, "Pasted text");
      Toolkit.await(() -> says(window, "events"));

      window.go(Place.CONNECT);
      assertEquals("db1", open(window));
      window.go(Place.PASTE);
      assertEquals("Pasted text", open(window));
      window.with(_ -> window.workbench().close(window.workbench().opened().orElseThrow()));
      assertEquals("db1", open(window));
      assertEquals(List.of(), shown(window));
    }
  }

  private static String open(Windows window) throws Exception {
    return Toolkit.in(() -> window.workbench().opened().orElseThrow().origin().text());
  }

  private static boolean says(Windows window, String words) {
    return Toolkit.words(window.scene().getRoot()).contains(words);
  }

  private static List<ToggleButton> shown(Windows window) throws Exception {
    return Toolkit.in(() -> {
      var sources = Toolkit.first(window.scene().getRoot(), SourceSwitch.class, _ -> true);
      return sources.orElseThrow().isVisible()
          ? sources.get().getChildren().stream().map(ToggleButton.class::cast).toList()
          : List.of();
    });
  }

  private static void choose(Windows window, String source) throws Exception {
    for (var button : shown(window)) {
      if (Toolkit.in(button::getText).startsWith(source)) {
        Toolkit.run(button::fire);
      }
    }
  }
}
