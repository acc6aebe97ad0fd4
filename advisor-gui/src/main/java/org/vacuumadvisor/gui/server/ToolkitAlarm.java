package org.vacuumadvisor.gui.server;

import java.time.Duration;
import javafx.animation.PauseTransition;

/// Alarms of the window's own clock.
final class ToolkitAlarm implements Alarm {
  @Override
  public Runnable in(Duration time, Runnable action) {
    var pause = new PauseTransition(javafx.util.Duration.millis((double) time.toMillis()));
    pause.setOnFinished(_ -> action.run());
    pause.play();
    return pause::stop;
  }
}
