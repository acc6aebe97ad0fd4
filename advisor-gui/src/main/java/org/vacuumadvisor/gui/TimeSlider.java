package org.vacuumadvisor.gui;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javafx.animation.PauseTransition;
import javafx.scene.control.Label;
import javafx.scene.control.Slider;
import javafx.scene.layout.HBox;
import javafx.util.Duration;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.gui.work.Workbench;
import org.vacuumadvisor.gui.work.Workbench.Opened;
import org.vacuumadvisor.gui.work.Workbench.Past;
import org.vacuumadvisor.report.Words;

/// The time as of which all screens show the server that is open: now at its right end, before that
/// the moments that an archive knows. Without an archive it takes no room.
final class TimeSlider extends HBox {
  /// Who drags or holds a key passes moments that nobody wants to see.
  private static final Duration PAUSE = Duration.millis(300);

  private final Workbench workbench;
  private final Slider slider = new Slider();
  private final Label moment = Texts.line("", "strong");
  private final PauseTransition pause = new PauseTransition(PAUSE);
  private List<Instant> moments = List.of();
  private boolean isFollowing;

  TimeSlider(Workbench workbench) {
    this.workbench = workbench;
    getStyleClass().add("time-slider");
    slider.setBlockIncrement(1);
    slider.setAccessibleText("As of when the server is shown");
    moment.setMinWidth(USE_PREF_SIZE);
    var label = Texts.explained(Texts.line("As of", "faint"), "All screens show this moment");
    getChildren().addAll(label, Boxes.wide(slider), moment);
    slider
        .valueProperty()
        .subscribe((_, _) -> {
          tell();
          if (!isFollowing) {
            pause.playFromStart();
          }
        });
    pause.setOnFinished(_ -> workbench.pastProperty().get().ifPresent(past -> past.look(chosen())));
    workbench.pastProperty().subscribe(this::offer);
    workbench.openedProperty().subscribe(_ -> follow());
  }

  private void offer(Optional<Past> past) {
    moments = past.map(Past::moments).orElse(List.of());
    isFollowing = true;
    slider.setMax(moments.size());
    isFollowing = false;
    follow();
  }

  /// Stands where what is shown is of; of what is of no server that an archive knows it is gone.
  private void follow() {
    var origin = workbench.opened().map(Opened::origin);
    boolean isKnown =
        !moments.isEmpty()
            && origin
                .filter(each ->
                    workbench.pastProperty().get().filter(past -> past.isOf(each)).isPresent())
                .isPresent();
    Boxes.show(this, isKnown);
    isFollowing = true;
    slider.setValue(
        origin
            .map(each ->
                each instanceof Origin.Archived(_, var at)
                    ? (double) moments.stream().skip(1).filter(one -> !one.isAfter(at)).count()
                    : moments.size())
            .orElse((double) moments.size()));
    isFollowing = false;
    tell();
  }

  /// Empty is now.
  private Optional<Instant> chosen() {
    int at = (int) Math.round(slider.getValue());
    return at < moments.size() ? Optional.of(moments.get(at)) : Optional.empty();
  }

  private void tell() {
    moment.setText(chosen().map(Words::moment).orElse("now"));
  }
}
