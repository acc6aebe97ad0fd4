package org.vacuumadvisor.gui;

import java.util.List;
import java.util.function.Consumer;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.work.Workbench;
import org.vacuumadvisor.gui.work.Workbench.Opened;

/// Says which of several things that are open all screens show, and changes it. With one alone it
/// takes no room.
final class SourceSwitch extends HBox {
  private final Workbench workbench;
  private final Consumer<Opened> choose;

  /// @param choose is given what somebody wants to see
  SourceSwitch(Workbench workbench, Consumer<Opened> choose) {
    this.workbench = workbench;
    this.choose = choose;
    getStyleClass().add("sources");
    workbench.sourcesProperty().subscribe(this::show);
    workbench.openedProperty().subscribe(_ -> show(workbench.sourcesProperty().get()));
  }

  private void show(List<Opened> sources) {
    while (getChildren().size() > sources.size()) {
      getChildren().removeLast();
    }
    while (getChildren().size() < sources.size()) {
      var button = new ToggleButton();
      button.setMnemonicParsing(false);
      getChildren().add(button);
    }
    for (int at = 0; at < sources.size(); at++) {
      var source = sources.get(at);
      var button = (ToggleButton) getChildren().get(at);
      button.setText("%s · %s".formatted(source.origin().text(), Texts.time(source.at())));
      button.setTooltip(Texts.tip("All screens show this"));
      var shown = workbench.opened().map(Opened::origin); // of another look before this one is
      button.setSelected(shown.filter(source.origin()::equals).isPresent());
      button.setOnAction(_ -> choose.accept(source));
      button
          .getStyleClass()
          .setAll(
              "toggle-button",
              at == 0 ? "left-pill" : at == sources.size() - 1 ? "right-pill" : "center-pill");
    }
    Boxes.show(this, sources.size() > 1);
  }
}
