package org.vacuumadvisor.gui.screen;

import javafx.scene.input.KeyCombination;

/// Keys that do something.
///
/// @param does in a few words, in the imperative
public record Shortcut(KeyCombination keys, String does, Runnable action) {

  /// What keys that are written in words do.
  ///
  /// @param keys as [KeyCombination#valueOf] reads them: `Shortcut+O`
  public static Shortcut of(String keys, String does, Runnable action) {
    return new Shortcut(KeyCombination.valueOf(keys), does, action);
  }
}
