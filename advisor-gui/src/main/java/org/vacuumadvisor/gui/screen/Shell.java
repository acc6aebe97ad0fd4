package org.vacuumadvisor.gui.screen;

import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.stage.Window;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.work.Background.Job;
import org.vacuumadvisor.gui.work.Background.Work;
import org.vacuumadvisor.gui.work.Memory;
import org.vacuumadvisor.gui.work.UserConfiguration;
import org.vacuumadvisor.gui.work.Workbench;

/// What a screen is given.
///
/// @param window for dialogs of the system, such as choosing a file
public record Shell(
    Workbench workbench,
    Background background,
    Memory memory,
    UserConfiguration configuration,
    Navigator navigator,
    Supplier<Window> window) {
  /// Does something beside the window, see [Background#start].
  public <T> Work start(Job<T> job, Consumer<T> then, Consumer<String> failed) {
    return background.start(job, then, failed);
  }

  /// Takes one from screen to screen.
  public interface Navigator {
    void go(Place place);
  }
}
