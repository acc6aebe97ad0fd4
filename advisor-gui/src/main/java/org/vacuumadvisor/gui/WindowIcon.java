package org.vacuumadvisor.gui;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javafx.scene.image.Image;

/// The picture of the program in the sizes that desktops ask for.
final class WindowIcon {
  private WindowIcon() {}

  static List<Image> images() {
    return Stream.of("icon-32.png", "icon-128.png").map(WindowIcon::image).toList();
  }

  private static Image image(String name) {
    return new Image(
        Objects.requireNonNull(WindowIcon.class.getResource(name), name).toExternalForm());
  }
}
