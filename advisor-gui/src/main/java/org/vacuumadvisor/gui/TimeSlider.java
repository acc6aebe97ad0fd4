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

/// The time as of which all screens show the server that is open: at its right end as it was seen
/// last, before that the moments that an archive knows. Without an archive it takes no room.
final class TimeSlider extends HBox {
  /// Who drags or holds a key passes moments that nobody wants to see.
  private static final Duration PAUSE = Duration.millis(300);

  private final Workbench workbench;
  private final Slider slider = new Slider();
  private final Label moment = Texts.whole("", "strong");
  private final PauseTransition pause = new PauseTransition(PAUSE);
  private List<Instant> moments = List.of();
  private boolean isFollowing;

  TimeSlider(Workbench workbench) {
    this.workbench = workbench;
    getStyleClass().add("time-slider");
    slider.setBlockIncrement(1);
    slider.setAccessibleText("As of when the server is shown");
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
    pause.setOnFinished(
        _ -> workbench.past.get().ifPresent(past -> past.look(chosen(), this::goBack)));
    workbench.past.subscribe(this::offer);
    workbench.sourcesProperty().subscribe(_ -> follow());
    workbench.openedProperty().subscribe(_ -> follow());
    workbench.watched.subscribe(_ -> tell());
  }

  private void offer(Optional<Past> past) {
    moments = past.map(Past::moments).orElse(List.of());
    follow();
  }

  /// Of a moment that cannot be judged nothing is shown.
  private void goBack(String why) {
    var asked = moment.getText();
    follow();
    moment.setText("Not as of %s: %s".formatted(asked, why));
  }

  /// Stands where what is shown is of; of what is of no server that an archive knows it is gone.
  private void follow() {
    var origin = workbench.opened().map(Opened::origin);
    boolean isKnown =
        !moments.isEmpty()
            && origin
                .filter(each -> workbench.past.get().filter(past -> past.isOf(each)).isPresent())
                .isPresent();
    Boxes.show(this, isKnown);
    isFollowing = true;
    int archived = Math.max(0, moments.size() - 1);
    slider.setMax(workbench.latest().isPresent() ? moments.size() : archived);
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

  /// Empty is as it was seen last.
  private Optional<Instant> chosen() {
    int at = (int) Math.round(slider.getValue());
    return at < moments.size() ? Optional.of(moments.get(at)) : Optional.empty();
  }

  private void tell() {
    moment.setText(
        chosen().map(Words::moment).or(() -> workbench.latest().map(this::whenSeen)).orElse(""));
  }

  private String whenSeen(Opened latest) {
    return workbench.watched.get().equals(Optional.of(latest.origin()))
        ? "now"
        : Words.moment(latest.assessment().evidence().survey().takenAt());
  }
}
