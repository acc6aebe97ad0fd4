package org.vacuumadvisor.gui.screen;

/// Takes one from screen to screen.
public interface Navigator {
  void go(Place place);

  /// Whether there is such a screen.
  boolean has(Place place);
}
