package org.vacuumadvisor.gui.tables;

import javafx.css.PseudoClass;
import javafx.scene.layout.Region;
import org.vacuumadvisor.evidence.Reason;

/// How far a figure is on the way to its trigger: the mark in the middle is the trigger, the end is
/// twice as far. It is drawn anew without new nodes, for it is in a cell that is used again and
/// again.
final class TriggerBar extends Region {
  private static final PseudoClass PASSED = PseudoClass.getPseudoClass("passed");
  private static final double HEIGHT = 7;
  private static final double WIDTH = 40;
  private static final double LEAST = 2;

  private final Region length = new Region();
  private final Region mark = new Region();
  private double share;

  TriggerBar() {
    getStyleClass().add("trigger-bar");
    length.getStyleClass().add("length");
    mark.getStyleClass().add("mark");
    length.setManaged(false);
    mark.setManaged(false);
    getChildren().addAll(length, mark);
    setMinSize(WIDTH, HEIGHT);
    setPrefSize(WIDTH, HEIGHT);
    setMaxSize(WIDTH, HEIGHT);
    setMouseTransparent(true);
  }

  void show(Reason reason) {
    share = reason.share().fraction();
    pseudoClassStateChanged(PASSED, reason.isReached());
    requestLayout();
  }

  @Override
  protected void layoutChildren() {
    double width = share <= 0 ? 0 : Math.clamp(share / 2 * getWidth(), LEAST, getWidth());
    length.resizeRelocate(0, 0, width, getHeight());
    mark.resizeRelocate(getWidth() / 2 - 1, -2, 2, getHeight() + 4);
  }
}
