package org.vacuumadvisor.gui;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.theme.Glyph;

/// The list of screens at the left edge.
final class Rail extends VBox {
  private final Map<Place, ToggleButton> buttons = new EnumMap<>(Place.class);
  private final ToggleGroup group = new ToggleGroup();

  Rail(Set<Place> places, Consumer<Place> go) {
    getStyleClass().add("rail");
    var brand = new Label("Vacuum Advisor");
    brand.getStyleClass().add("brand");
    getChildren().add(brand);
    for (var place : places) {
      var button = button(place, go);
      buttons.put(place, button);
      getChildren().add(button);
    }
    getChildren().add(Boxes.tall(new Region()));
    setMinWidth(USE_PREF_SIZE);
  }

  private ToggleButton button(Place place, Consumer<Place> go) {
    var button = new ToggleButton(place.title(), place.glyph().node());
    button.setToggleGroup(group);
    button.getStyleClass().add("rail-button");
    button.setMaxWidth(Double.MAX_VALUE);
    button.setOnAction(_ -> go.accept(place));
    button.setAccessibleText(place.title() + ": " + place.purpose());
    button.setTooltip(
        Texts.tip("%s (%s)".formatted(place.purpose(), place.key().getDisplayText())));
    return button;
  }

  /// A button below the screens.
  Button addQuiet(Glyph glyph, String text, Runnable action) {
    var button = Texts.button(glyph, text, action);
    button.getStyleClass().addAll("rail-button", "quiet");
    button.setMaxWidth(Double.MAX_VALUE);
    getChildren().add(button);
    return button;
  }

  /// Marks where one is.
  void select(Place place) {
    var button = buttons.get(place);
    if (button != null) {
      button.setSelected(true);
    }
  }
}
