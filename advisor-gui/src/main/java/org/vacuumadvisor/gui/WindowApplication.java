package org.vacuumadvisor.gui;

import java.nio.file.Path;
import java.util.concurrent.Executors;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.stage.Stage;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.work.ConfigurationDirectory;
import org.vacuumadvisor.gui.work.Memory;
import org.vacuumadvisor.gui.work.UserConfiguration;
import org.vacuumadvisor.gui.work.Workbench;

/// The life of the window, as JavaFX calls it.
public final class WindowApplication extends Application {
  private static final String MEMORY = "window.properties";

  @Override
  public void start(Stage stage) {
    var memory = Memory.of(ConfigurationDirectory.ofThisUser().resolve(MEMORY));
    var jobs = Executors.newVirtualThreadPerTaskExecutor();
    var background = new Background(jobs, Platform::runLater);
    var configuration = UserConfiguration.of(System.getenv(), jobs);
    var window =
        new MainWindow(stage, background, new Workbench(), memory, configuration, Screens.all());
    window.show();
    var files = getParameters().getRaw().stream().map(Path::of).toList();
    if (!files.isEmpty()) {
      window.open(files);
    }
  }
}
