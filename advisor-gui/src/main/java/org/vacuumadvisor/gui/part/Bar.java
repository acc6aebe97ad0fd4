package org.vacuumadvisor.gui.part;

import java.util.List;
import java.util.OptionalDouble;
import javafx.scene.AccessibleRole;
import javafx.scene.layout.Region;
import javafx.scene.shape.Line;
import javafx.scene.shape.Polygon;

/// A bar of stretches on a scale from 0 to 1, perhaps with a mark where its limit is. Stretches are
/// told apart by hatching as well as by colour; one that runs off the scale ends in an arrow.
public final class Bar extends Region {
  private static final double HEIGHT = 12;
  private static final double LEAST = 1;
  private static final double ARROW = 6;

  private List<Double> shares = List.of();
  private OptionalDouble limit = OptionalDouble.empty();

  /// @param shares of the whole scale, each 0 or more
  /// @param limit where the mark is, 0 to 1
  public Bar(List<Double> shares, OptionalDouble limit) {
    this();
    show(shares, limit);
  }

  /// One that shows nothing yet.
  public Bar() {
    setMinHeight(HEIGHT);
    setPrefHeight(HEIGHT);
    setMaxHeight(HEIGHT);
    setMinWidth(3 * HEIGHT);
    setAccessibleRole(AccessibleRole.TEXT);
    getStyleClass().add("bar-scale");
  }

  /// Shows these in place of others.
  public void show(List<Double> next, OptionalDouble nextLimit) {
    shares = List.copyOf(next);
    limit = nextLimit;
    requestLayout();
  }

  @Override
  protected void layoutChildren() {
    getChildren().clear();
    double from = 0;
    for (int at = 0; at < shares.size(); at++) {
      double to = Math.min(getWidth(), from + shares.get(at) * getWidth());
      if (shares.get(at) > 0) {
        stretch(at, from, Math.min(getWidth(), Math.max(to, from + LEAST)));
      }
      from = to;
    }
    if (shares.stream().mapToDouble(Double::doubleValue).sum() > 1.0001) {
      arrow();
    }
    if (limit.isPresent()) {
      mark(limit.getAsDouble() * getWidth());
    }
  }

  private void stretch(int series, double from, double to) {
    var stretch = new Region();
    stretch.getStyleClass().add("s" + series % 6);
    stretch.resizeRelocate(from, 0, to - from, getHeight());
    getChildren().add(stretch);
    for (int line = 1; line <= series % 6; line++) {
      double y = getHeight() * line / (series % 6 + 1);
      var hatch = new Line(from, y, to, y);
      hatch.getStyleClass().add("bar-hatch");
      getChildren().add(hatch);
    }
  }

  private void arrow() {
    var arrow =
        new Polygon(
            getWidth() - ARROW, 0, getWidth(), getHeight() / 2, getWidth() - ARROW, getHeight());
    arrow.getStyleClass().add("bar-arrow");
    getChildren().add(arrow);
  }

  private void mark(double at) {
    var mark = new Region();
    mark.getStyleClass().add("bar-limit");
    mark.resizeRelocate(Math.clamp(at - 1, 0, Math.max(0, getWidth() - 2)), -2, 2, getHeight() + 4);
    getChildren().add(mark);
  }
}
