package org.vacuumadvisor.gui;

import javafx.application.Application;
import javafx.stage.Stage;

/// The life of the window, as JavaFX calls it.
public final class WindowApplication extends Application {
  @Override
  public void start(Stage stage) {
    new VacuumAdvisorWindow(stage).show();
  }
}
