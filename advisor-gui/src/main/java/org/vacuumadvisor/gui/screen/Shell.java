package org.vacuumadvisor.gui.screen;

import java.util.function.Supplier;
import javafx.stage.Window;
import org.vacuumadvisor.gui.work.Background;
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

  /// Takes one from screen to screen.
  public interface Navigator {
    void go(Place place);
  }
}
