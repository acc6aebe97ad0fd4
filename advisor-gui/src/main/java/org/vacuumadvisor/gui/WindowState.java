package org.vacuumadvisor.gui;

import javafx.geometry.Rectangle2D;
import javafx.stage.Screen;
import javafx.stage.Stage;
import org.vacuumadvisor.gui.work.Memory;

/// Where the window was and how large, kept for the next time.
final class WindowState {
  static final double LEAST_WIDTH = 1024;
  static final double LEAST_HEIGHT = 640;
  private static final double WIDTH = 1360;
  private static final double HEIGHT = 860;

  private WindowState() {}

  /// Puts the window where it was, if some screen still has that place.
  static void restore(Stage stage, Memory memory) {
    var room = Screen.getPrimary().getVisualBounds();
    stage.setMinWidth(Math.min(LEAST_WIDTH, room.getWidth()));
    stage.setMinHeight(Math.min(LEAST_HEIGHT, room.getHeight()));
    stage.setWidth(size(memory, "window.width", WIDTH, stage.getMinWidth(), room.getWidth()));
    stage.setHeight(size(memory, "window.height", HEIGHT, stage.getMinHeight(), room.getHeight()));
    var x = memory.number("window.x");
    var y = memory.number("window.y");
    if (x.isPresent() && y.isPresent() && isSeen(x.get(), y.get())) {
      stage.setX(x.get());
      stage.setY(y.get());
    }
    stage.setMaximized(memory.value("window.maximized").filter("true"::equals).isPresent());
  }

  private static double size(Memory memory, String key, double usual, double least, double most) {
    return Math.clamp(memory.number(key).orElse(usual), least, Math.max(least, most));
  }

  private static boolean isSeen(double x, double y) {
    return Screen.getScreens().stream()
        .map(Screen::getVisualBounds)
        .anyMatch((Rectangle2D each) -> each.contains(x + 1, y + 1));
  }

  static void keep(Stage stage, Memory memory) {
    memory.keep("window.maximized", Boolean.toString(stage.isMaximized()));
    if (!stage.isMaximized()) {
      memory.keep("window.x", Double.toString(stage.getX()));
      memory.keep("window.y", Double.toString(stage.getY()));
      memory.keep("window.width", Double.toString(stage.getWidth()));
      memory.keep("window.height", Double.toString(stage.getHeight()));
    }
  }
}
