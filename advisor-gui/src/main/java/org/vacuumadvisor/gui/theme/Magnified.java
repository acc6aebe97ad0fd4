package org.vacuumadvisor.gui.theme;

import javafx.collections.ListChangeListener;
import javafx.collections.WeakListChangeListener;
import javafx.scene.control.PopupControl;
import javafx.scene.layout.Region;
import javafx.scene.text.Font;
import javafx.scene.transform.Scale;
import javafx.stage.Window;

/// Draws all of a window larger where it has more room than text can fill, as on a screen of 3840 ×
/// 2160 that the desktop does not scale.
public final class Magnified extends Region {
  /// What has so many times this room is drawn so many times as large.
  private static final double WIDTH = 2_300;

  private static final double HEIGHT = 1_300;
  private static final double STEP = 0.25;

  private final Region content;
  private final Scale scale = new Scale(1, 1);
  private final ListChangeListener<Window> popups = this::opened;

  public Magnified(Region content) {
    this.content = content;
    content.getTransforms().add(scale);
    getChildren().add(content);
    Window.getWindows().addListener(new WeakListChangeListener<>(popups));
  }

  /// How many times as large everything is drawn.
  public double factor() {
    return scale.getX();
  }

  @Override
  protected double computeMinHeight(double width) {
    return content.minHeight(width < 0 ? width : width / factor()) * factor();
  }

  @Override
  protected void layoutChildren() {
    double wanted = Math.min(getWidth() / WIDTH, getHeight() / HEIGHT);
    scale.setX(Math.max(1, Math.round(wanted / STEP) * STEP));
    scale.setY(scale.getX());
    content.resizeRelocate(0, 0, getWidth() / scale.getX(), getHeight() / scale.getX());
  }

  /// Menus and tips are windows of their own, which only their letters make larger.
  private void opened(ListChangeListener.Change<? extends Window> change) {
    while (change.next()) {
      for (var each : change.getAddedSubList()) {
        if (each instanceof PopupControl popup) {
          popup.setStyle("-fx-font-size: %spx;".formatted(factor() * Font.getDefault().getSize()));
        }
      }
    }
  }
}
