package org.vacuumadvisor.gui.part;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import java.util.stream.Collectors;
import javafx.scene.paint.Paint;
import javafx.scene.text.Text;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.gui.Toolkit;
import org.vacuumadvisor.gui.Windows;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.theme.Theme;

class ScriptNodeTest {
  /// The area of the incubator styles its text once.
  @Test
  void coloursWordsAnewWhereTheThemeChanges() throws Exception {
    try (var window = Windows.open()) {
      window.theme(Theme.LIGHT);
      window.go(Place.CONNECT);
      Toolkit.await(() -> !colours(window).isEmpty());
      var light = Toolkit.in(() -> colours(window));
      assertEquals(1, light.size());

      window.theme(Theme.DARK);
      Toolkit.await(() -> !colours(window).isEmpty() && !colours(window).equals(light));
    }
  }

  private static Set<Paint> colours(Windows window) {
    window.scene().getRoot().applyCss();
    window.scene().getRoot().layout();
    return window.scene().getRoot().lookupAll(".sql-word").stream()
        .map(each -> ((Text) each).getFill())
        .collect(Collectors.toSet());
  }
}
