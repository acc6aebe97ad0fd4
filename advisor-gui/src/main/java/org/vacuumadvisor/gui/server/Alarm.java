package org.vacuumadvisor.gui.server;

import java.time.Duration;
import javafx.animation.PauseTransition;

/// Does something later, in the window's thread.
@FunctionalInterface
interface Alarm {
  /// Sets it.
  ///
  /// @return takes it back; it may have gone off already
  Runnable in(Duration time, Runnable action);

  /// Of the window's own clock.
  static Alarm ofWindow() {
    return (time, action) -> {
      var pause = new PauseTransition(javafx.util.Duration.millis((double) time.toMillis()));
      pause.setOnFinished(_ -> action.run());
      pause.play();
      return pause::stop;
    };
  }
}
