package org.vacuumadvisor.gui;

import java.util.Map;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.stage.Stage;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Screen;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.theme.Appearance.Theme;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.work.Memory;
import org.vacuumadvisor.gui.work.UserConfiguration;
import org.vacuumadvisor.gui.work.Workbench;

/// A real window with real screens for one test. It forgets everything when it is closed.
public final class Windows implements AutoCloseable {
  private final Stage stage;
  private final MainWindow window;

  private Windows(Stage stage, MainWindow window) {
    this.stage = stage;
    this.window = window;
  }

  /// Opens one with all screens there are.
  public static Windows open() throws Exception {
    return open(Memory.shortLived(), Screens.all());
  }

  static Windows open(Memory memory, Map<Place, Function<Shell, Screen>> screens) throws Exception {
    return open(memory, UserConfiguration.none(), screens);
  }

  /// Opens one that goes by a configuration file.
  static Windows open(UserConfiguration configuration) throws Exception {
    return open(Memory.shortLived(), configuration, Screens.all());
  }

  private static Windows open(
      Memory memory, UserConfiguration configuration, Map<Place, Function<Shell, Screen>> screens)
      throws Exception {
    return Toolkit.in(() -> {
      var stage = new Stage();
      var background =
          new Background(Executors.newVirtualThreadPerTaskExecutor(), Platform::runLater);
      var window =
          new MainWindow(stage, background, new Workbench(), memory, configuration, screens);
      window.show();
      return new Windows(stage, window);
    });
  }

  public Stage stage() {
    return stage;
  }

  public Scene scene() {
    return stage.getScene();
  }

  MainWindow window() {
    return window;
  }

  public Workbench workbench() {
    return window.shell().workbench();
  }

  /// Goes to a screen and lays it out.
  public void go(Place place) throws Exception {
    Toolkit.run(() -> {
      window.go(place);
      layOut();
    });
  }

  public void theme(Theme theme) throws Exception {
    Toolkit.run(() -> window.appearance().theme.set(theme));
  }

  /// Does something with the window in its thread, and lays it out.
  public void with(Consumer<Scene> action) throws Exception {
    Toolkit.run(() -> {
      action.accept(scene());
      layOut();
    });
  }

  private void layOut() {
    scene().getRoot().applyCss();
    scene().getRoot().layout();
  }

  @Override
  public void close() {
    try {
      Toolkit.run(stage::close);
    } catch (Exception failure) {
      throw new AssertionError("The window does not close.", failure);
    }
  }
}
