package org.vacuumadvisor.gui.xray;

import java.util.List;
import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Slider;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.page.CompactionMethod;

/// Walks through the vacuum of a page: step by step, back, or by itself.
final class StepBar extends VBox {
  private static final double WHOLE_SECONDS = 8;
  private static final double SHORTEST = 0.05;
  private static final double LONGEST = 0.8;

  private final XrayModel model;
  private final Label words = Texts.wrapped("", "xray-deed");
  private final Label count = new Label();
  private final Slider slider = new Slider(0, 1, 0);
  private final Button back = Texts.button(Glyph.STEP_BACK, "Back", () -> step(-1));
  private final Button play = Texts.button(Glyph.PLAY, "Play", this::playOrPause);
  private final Button next = Texts.button(Glyph.STEP_ON, "Step", () -> step(1));
  private final Timeline timeline = new Timeline();
  private boolean isShowing;

  StepBar(XrayModel model) {
    this.model = model;
    getStyleClass().addAll("card", "xray-steps");
    slider.setBlockIncrement(1);
    slider.setAccessibleText("Step of the vacuum");
    HBox.setHgrow(slider, Priority.ALWAYS);
    slider.valueProperty().addListener((_, _, value) -> slid(value.doubleValue()));
    count.setMinWidth(Region.USE_PREF_SIZE);
    count.getStyleClass().add("faint");
    var controls = new HBox(back, play, next, slider, count, methods());
    controls.getStyleClass().add("xray-controls");
    controls.setAlignment(Pos.CENTER_LEFT);
    getChildren().addAll(words, controls);
    timeline.setCycleCount(Animation.INDEFINITE);
    model
        .sightProperty()
        .subscribe(sight -> {
          setVisible(sight.isPresent());
          sight.ifPresent(this::show);
        });
  }

  void step(int by) {
    stop();
    model.sightProperty().get().ifPresent(now -> model.walkTo(now.step() + by));
  }

  void playOrPause() {
    if (timeline.getStatus() == Animation.Status.RUNNING) {
      stop();
      return;
    }
    model
        .sightProperty()
        .get()
        .filter(now -> now.last() > 0)
        .ifPresent(now -> {
          if (now.step() == now.last()) {
            model.walkTo(0);
          }
          double pause = Math.clamp(WHOLE_SECONDS / now.last(), SHORTEST, LONGEST);
          timeline.getKeyFrames().setAll(new KeyFrame(Duration.seconds(pause), _ -> playOn()));
          timeline.play();
          play.setText("Pause");
          play.setGraphic(Glyph.PAUSE.node());
        });
  }

  void stop() {
    timeline.stop();
    play.setText("Play");
    play.setGraphic(Glyph.PLAY.node());
  }

  private void playOn() {
    var now = model.sightProperty().get();
    now.ifPresent(each -> model.walkTo(each.step() + 1));
    if (now.isEmpty() || now.get().step() >= now.get().last() - 1) {
      stop();
    }
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
    play.setDisable(sight.last() == 0);
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
                : DeedWords.of(walk.deeds().get(sight.step()), model.methodProperty().get()))
        .orElse("The page is damaged: a VACUUM would not get through it.");
  }

  private void slid(double value) {
    if (!isShowing) {
      timeline.stop();
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
    choice.valueProperty().bindBidirectional(model.methodProperty());
    return Texts.explained(
        choice,
        "How tuples are moved together: PostgreSQL until 13 sorted them; since 14 it does not, and"
            + " moves neighbours together; ours leaves the same page in less time.");
  }
}
