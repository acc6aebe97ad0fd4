package org.vacuumadvisor.gui;

import javafx.scene.layout.VBox;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Placeholders;
import org.vacuumadvisor.gui.screen.Shell.Navigator;
import org.vacuumadvisor.gui.work.Workbench;

/// Says above every screen that what it shows is of a server that cannot be reached any more. The
/// screen that connects says so itself.
final class StaleBanner extends VBox {
  private final Workbench workbench;
  private final Navigator navigator;
  private Place place = Place.PASTE;

  StaleBanner(Workbench workbench, Navigator navigator) {
    this.workbench = workbench;
    this.navigator = navigator;
    getStyleClass().add("stale");
    workbench.staleProperty().subscribe(_ -> show());
    workbench.openedProperty().subscribe(_ -> show());
  }

  void at(Place next) {
    place = next;
    show();
  }

  private void show() {
    getChildren().clear();
    if (place != Place.CONNECT) {
      workbench
          .stale()
          .ifPresent(each ->
              getChildren()
                  .add(
                      Placeholders.warning(
                          "These figures are old: %s was seen last at %s and cannot be reached."
                              .formatted(each.origin().text(), Texts.time(each.last())),
                          Texts.button(
                              Place.CONNECT.glyph(),
                              "Connection",
                              () -> navigator.go(Place.CONNECT)))));
    }
    Boxes.show(this, !getChildren().isEmpty());
  }
}
