package org.vacuumadvisor.gui.part;

import java.util.List;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.layout.Region;
import javafx.scene.text.Font;

/// Two pieces side by side where the window is wide enough, else one below the other.
public final class Beside extends Region {
  private static final double GAP = 16;

  private final double letters;
  private final Region left;
  private final Region right;

  /// Two pieces.
  ///
  /// @param letters how wide it has to be for both, in letters of the size of the window's
  public Beside(double letters, Region left, Region right) {
    this.letters = letters;
    this.left = left;
    this.right = right;
    getChildren().addAll(left, right);
    setMinHeight(USE_PREF_SIZE);
  }

  @Override
  public Orientation getContentBias() {
    return Orientation.HORIZONTAL;
  }

  private boolean isWide(double width) {
    return width >= letters * Font.getDefault().getSize() && left.isManaged() && right.isManaged();
  }

  @Override
  protected double computePrefHeight(double width) {
    var managed = List.<Node>of(left, right).stream().filter(Node::isManaged).toList();
    if (isWide(width)) {
      double half = (width - GAP) / 2;
      return managed.stream().mapToDouble(each -> each.prefHeight(half)).max().orElse(0);
    }
    return managed.stream().mapToDouble(each -> each.prefHeight(width)).sum()
        + GAP * Math.max(0, managed.size() - 1);
  }

  @Override
  protected double computePrefWidth(double height) {
    return Math.max(left.prefWidth(-1), right.prefWidth(-1));
  }

  @Override
  protected double computeMinWidth(double height) {
    return 0;
  }

  @Override
  protected void layoutChildren() {
    double width = getWidth();
    if (isWide(width)) {
      double half = (width - GAP) / 2;
      left.resizeRelocate(0, 0, half, Math.max(getHeight(), left.prefHeight(half)));
      right.resizeRelocate(half + GAP, 0, half, right.prefHeight(half));
      return;
    }
    double top = 0;
    for (var each : List.of(left, right)) {
      if (each.isManaged()) {
        double height = each.prefHeight(width);
        each.resizeRelocate(0, top, width, height);
        top += height + GAP;
      }
    }
  }
}
