package org.vacuumadvisor.gui.tryout;

import java.util.function.BiConsumer;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.Slider;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.gui.part.Texts;

/// A setting with its slider and its exact value.
final class KnobRow extends VBox {
  private static final PseudoClass CHANGED = PseudoClass.getPseudoClass("changed");
  private static final int COLUMNS = 6;

  private final Knob knob;
  private final Slider slider;
  private final TextField field = new TextField();
  private final BiConsumer<String, Grip> turned;
  private boolean isShowing;
  private String shown = "";

  /// Whether somebody still holds the slider.
  enum Grip {
    HELD,
    LET_GO
  }

  /// @param turned hears each new value
  KnobRow(Knob knob, BiConsumer<String, Grip> turned) {
    this.knob = knob;
    this.turned = turned;
    getStyleClass().add("knob");
    slider = new Slider(0, knob.stops().size() - 1, 0);
    slider.setBlockIncrement(1);
    slider.setMajorTickUnit(1);
    slider.setMinorTickCount(0);
    slider.setSnapToTicks(true);
    slider.setAccessibleText(knob.setting().parameter());
    slider.valueProperty().addListener(_ -> slid());
    slider.valueChangingProperty().addListener((_, _, held) -> letGo(held));
    HBox.setHgrow(slider, Priority.ALWAYS);
    field.setPrefColumnCount(COLUMNS);
    field.setAccessibleText(knob.setting().parameter());
    field.getStyleClass().add("number");
    field.setOnAction(_ -> typed());
    field.focusedProperty().addListener((_, _, focused) -> leave(focused));
    Label name = Texts.line(knob.setting().parameter(), "knob-name");
    name.setLabelFor(field);
    var line = new HBox(slider, field);
    line.setAlignment(Pos.CENTER_LEFT);
    line.getStyleClass().add("knob-line");
    getChildren().addAll(name, line, Texts.wrapped(knob.meaning(), "faint", "knob-meaning"));
  }

  Knob knob() {
    return knob;
  }

  /// Shows a value.
  ///
  /// @param text as PostgreSQL takes it
  void show(double value, String text, Difference difference) {
    isShowing = true;
    shown = text;
    if (!slider.isValueChanging()) {
      slider.setValue(knob.nearest(value));
    }
    if (!field.getText().equals(text)) {
      field.setText(text);
    }
    pseudoClassStateChanged(CHANGED, difference == Difference.CHANGED);
    isShowing = false;
  }

  /// Whether a value is today's.
  enum Difference {
    TODAY,
    CHANGED
  }

  private void slid() {
    if (!isShowing) {
      int stop = (int) Math.round(slider.getValue());
      var text = knob.text(knob.stops().get(stop));
      if (!text.equals(shown)) {
        turned.accept(text, slider.isValueChanging() ? Grip.HELD : Grip.LET_GO);
      }
    }
  }

  private void letGo(boolean held) {
    if (!held) {
      turned.accept(shown, Grip.LET_GO);
    }
  }

  private void typed() {
    knob.typed(field.getText())
        .ifPresentOrElse(
            text -> {
              if (!text.equals(shown)) {
                turned.accept(text, Grip.LET_GO);
              }
            },
            () -> field.setText(shown));
  }

  private void leave(boolean focused) {
    if (!focused) {
      typed();
    }
  }
}
