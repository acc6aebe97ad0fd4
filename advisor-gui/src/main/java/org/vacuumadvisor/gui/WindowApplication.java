package org.vacuumadvisor.gui;

import java.util.concurrent.Executors;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.stage.Stage;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.work.ConfigurationDirectory;
import org.vacuumadvisor.gui.work.Memory;
import org.vacuumadvisor.gui.work.Workbench;

/// The life of the window, as JavaFX calls it.
public final class WindowApplication extends Application {
  private static final String MEMORY = "window.properties";

  @Override
  public void start(Stage stage) {
    var memory = Memory.of(ConfigurationDirectory.ofThisUser().resolve(MEMORY));
    var background =
        new Background(Executors.newVirtualThreadPerTaskExecutor(), Platform::runLater);
    new MainWindow(stage, background, new Workbench(), memory, Screens.all()).show();
  }
}
