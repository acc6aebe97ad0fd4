package org.vacuumadvisor.gui.xray;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Slider;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.page.CompactionMethod;

/// Walks through the vacuum of a page, step by step and back.
final class StepBar extends VBox {
  private final XrayModel model;
  private final Label words = Texts.wrapped("", "xray-deed");
  private final Label count = Texts.whole("", "faint");
  private final Slider slider = new Slider(0, 1, 0);
  private final Button back = Texts.button(Glyph.STEP_BACK, "Back", () -> step(-1));
  private final Button next = Texts.button(Glyph.STEP_ON, "Step", () -> step(1));
  private boolean isShowing;

  StepBar(XrayModel model) {
    this.model = model;
    getStyleClass().addAll("card", "xray-steps");
    slider.setBlockIncrement(1);
    slider.setAccessibleText("Step of the vacuum");
    slider.valueProperty().addListener((_, _, value) -> slid(value.doubleValue()));
    var controls = Boxes.row(0, back, next, Boxes.wide(slider), count, methods());
    controls.getStyleClass().add("xray-controls");
    getChildren().addAll(words, controls);
    model.sight.subscribe(sight -> {
      setVisible(sight.isPresent());
      sight.ifPresent(this::show);
    });
  }

  void step(int by) {
    model.sight.get().ifPresent(now -> model.walkTo(now.step() + by));
  }

  private void show(XrayModel.Sight sight) {
    isShowing = true;
    slider.setMax(Math.max(1, sight.last()));
    slider.setValue(sight.step());
    isShowing = false;
    words.setText(words(sight));
    count.setText(sight.last() == 0 ? "" : "step %d of %d".formatted(sight.step(), sight.last()));
    back.setDisable(sight.step() == 0);
    next.setDisable(sight.step() == sight.last());
    slider.setDisable(sight.last() == 0);
    slider.setAccessibleRoleDescription(words.getText());
  }

  private String words(XrayModel.Sight sight) {
    if (sight.xray().page().isNew()) {
      return "The page is new: it was added to the file and never used.";
    }
    return sight
        .walk()
        .map(walk ->
            walk.deeds().size() == 1
                ? "A VACUUM would leave this page as it is: nothing on it is known to be dead."
                : XrayModel.words(walk.deeds().get(sight.step())))
        .orElse("The page is damaged: a VACUUM would not get through it.");
  }

  private void slid(double value) {
    if (!isShowing) {
      model.walkTo((int) Math.round(value));
    }
  }

  private Node methods() {
    var choice =
        Boxes.choice(
            "Way of compaction",
            List.of(CompactionMethod.values()),
            method ->
                switch (method) {
                  case SORTED -> "until 13: sorted";
                  case SORT_FREE -> "since 14: sort-free";
                  case STRIDE -> "ours: in strides";
                });
    choice.valueProperty().bindBidirectional(model.method);
    return Texts.explained(
        choice,
        "How tuples are moved together: PostgreSQL until 13 sorted them; since 14 it does not, and"
            + " moves neighbours together; ours leaves the same page in less time.");
  }
}
