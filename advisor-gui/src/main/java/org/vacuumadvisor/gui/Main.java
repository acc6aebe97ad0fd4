package org.vacuumadvisor.gui;

import java.util.logging.Logger;
import javafx.application.Application;

/// Where the window starts. It is no [Application] itself: a main class that is one cannot be
/// started from the class path.
public final class Main {
  /// What the command line says with it: the input, here the desktop, cannot be had.
  private static final int NO_DESKTOP = 3;

  /// Held, because a logger nobody holds forgets its filter.
  private static final Logger JAVAFX = Logger.getLogger("javafx");

  private Main() {}

  public static void main(String[] arguments) {
    JAVAFX.setFilter(record -> !record.getMessage().startsWith("Unsupported JavaFX configuration"));
    try {
      Application.launch(WindowApplication.class, arguments);
    } catch (UnsupportedOperationException failure) {
      System.err.println(
          """
          vacuum-advisor: The window cannot be opened: %s.
          It wants a desktop; on Linux that is DISPLAY and GTK 3 (libgtk-3-0).\
          """
              .formatted(failure.getMessage()));
      System.exit(NO_DESKTOP);
    }
  }
}
