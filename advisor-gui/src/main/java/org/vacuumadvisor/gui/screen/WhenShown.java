package org.vacuumadvisor.gui.screen;

import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.Node;

/// Passes values on while a node is on the window; of those that come while it is not, the last
/// once it is. A server that is watched is read again and again, and a screen that nobody sees need
/// not be made anew each time.
///
/// @param <T> what is passed on
public final class WhenShown<T> {
  private final Node node;
  private final Consumer<T> consumer;
  private Optional<T> waiting = Optional.empty();

  public WhenShown(Node node, Consumer<T> consumer) {
    this.node = node;
    this.consumer = consumer;
    node.sceneProperty().addListener(_ -> pass());
  }

  public void accept(T value) {
    waiting = Optional.of(value);
    pass();
  }

  private void pass() {
    if (node.getScene() != null && waiting.isPresent()) {
      var value = waiting.get();
      waiting = Optional.empty();
      consumer.accept(value);
    }
  }
}
