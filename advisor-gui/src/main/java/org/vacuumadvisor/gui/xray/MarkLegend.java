package org.vacuumadvisor.gui.xray;

import java.util.Set;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.shape.Rectangle;
import org.vacuumadvisor.gui.part.Texts;

/// What the marks of a picture mean; only those that are in it.
final class MarkLegend extends FlowPane {
  private static final double WIDTH = 18;
  private static final double HEIGHT = 12;

  private Set<Mark> shown = Set.of();

  MarkLegend() {
    getStyleClass().add("xray-legend");
  }

  void show(Set<Mark> marks) {
    if (!shown.equals(marks)) {
      shown = marks;
      getChildren().setAll(marks.stream().map(MarkLegend::entry).toList());
    }
  }

  private static Node entry(Mark mark) {
    var sample = new Rectangle(mark.isPointer() ? HEIGHT / 2 : WIDTH, HEIGHT);
    sample.getStyleClass().addAll("mark", mark.style());
    var entry = new Label(mark.word(), sample);
    return Texts.explained(entry, mark.meaning());
  }
}
