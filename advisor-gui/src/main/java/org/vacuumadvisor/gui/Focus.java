package org.vacuumadvisor.gui;

import java.util.Optional;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Parent;

/// Where the keyboard is, and where it can go.
final class Focus {
  private Focus() {}

  /// Whether the node that has the keyboard is a part or one below it.
  static boolean isIn(Node part, Node owner) {
    return Stream.<Node>iterate(owner, each -> each != null, Node::getParent)
        .anyMatch(part::equals);
  }

  /// The first node, from top to bottom, that takes the keyboard.
  static Optional<Node> first(Node node) {
    if (!node.isVisible() || node.isDisabled()) {
      return Optional.empty();
    }
    if (node.isFocusTraversable()) {
      return Optional.of(node);
    }
    return node instanceof Parent parent
        ? parent.getChildrenUnmodifiable().stream()
            .flatMap(each -> first(each).stream())
            .findFirst()
        : Optional.empty();
  }
}
