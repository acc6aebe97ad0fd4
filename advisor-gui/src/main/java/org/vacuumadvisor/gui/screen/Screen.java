package org.vacuumadvisor.gui.screen;

import java.nio.file.Path;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.input.KeyCombination;
import javafx.scene.layout.Pane;

/// One of the window's screens. It is made when somebody goes there for the first time, and stays.
public abstract class Screen {
  protected final Shell shell;
  protected final Pane node;

  /// @param node what it shows, always the same
  protected Screen(Shell shell, Pane node, String... styles) {
    this.shell = shell;
    this.node = node;
    node.getStyleClass().addAll(styles);
  }

  public final Node node() {
    return node;
  }

  /// What the keyboard does while it is shown, beside what it does everywhere.
  public List<Shortcut> shortcuts() {
    return List.of();
  }

  /// It has just been shown. Where the focus belongs is for the screen to say.
  public void shown() {}

  /// Takes what the clipboard holds, on the screen where one pastes.
  public void paste() {}

  /// Reads files in place of what was read, on the screen where one pastes.
  public void open(List<Path> files) {}

  /// The window closes: what is held elsewhere has to be let go.
  public void close() {}

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
}
