package org.vacuumadvisor.gui;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.vacuumadvisor.gui.screen.Place;

/// Takes a picture of every screen before anything is open.
class AllScreensTest {
  @Test
  void haveSomethingToSayWhenNothingIsOpen() throws Exception {
    try (var window = Windows.open()) {
      for (Place place : Screens.all().keySet()) {
        window.go(place);
        var words = Toolkit.in(() -> Toolkit.words(window.scene().getRoot()));
        assertTrue(words.size() > Screens.all().size() + 3, () -> place + " is bare: " + words);
        Pictures.ofAllLooks(window, place, "empty");
      }
    }
  }
}
