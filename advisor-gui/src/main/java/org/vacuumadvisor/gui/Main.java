package org.vacuumadvisor.gui;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.logging.Logger;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.stage.Stage;
import org.vacuumadvisor.config.ConfigurationFile;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.work.Memory;
import org.vacuumadvisor.gui.work.UserConfiguration;
import org.vacuumadvisor.gui.work.Workbench;

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

  /// The life of the window, as JavaFX calls it.
  public static final class WindowApplication extends Application {
    private static final String MEMORY = "window.properties";

    @Override
    public void start(Stage stage) {
      var memory = memory(new HashMap<>(System.getenv()));
      var jobs = Executors.newVirtualThreadPerTaskExecutor();
      var background = new Background(jobs, Platform::runLater);
      var configuration = UserConfiguration.of(System.getenv());
      var window =
          new MainWindow(stage, background, new Workbench(), memory, configuration, Screens.all());
      window.show();
      var files = getParameters().getRaw().stream().map(Path::of).toList();
      if (!files.isEmpty()) {
        window.open(files);
      }
    }

    /// Beside the configuration file where that lies unless somebody names another.
    private static Memory memory(Map<String, String> environment) {
      environment.remove("VACUUM_ADVISOR_CONFIG");
      return ConfigurationFile.path(environment)
          .map(each -> Memory.of(each.resolveSibling(MEMORY)))
          .orElseGet(Memory::shortLived);
    }
  }
}
