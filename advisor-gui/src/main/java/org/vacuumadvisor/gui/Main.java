package org.vacuumadvisor.gui;

import javafx.application.Application;

/// Where the window starts. It is no [Application] itself: a main class that is one cannot be
/// started from the class path.
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    Application.launch(WindowApplication.class, arguments);
  }
}
