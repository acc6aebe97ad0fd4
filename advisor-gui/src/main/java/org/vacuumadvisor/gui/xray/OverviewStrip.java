package org.vacuumadvisor.gui.xray;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import java.util.function.ToDoubleFunction;
import javafx.beans.property.LongProperty;
import javafx.beans.property.SimpleLongProperty;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import javafx.scene.shape.ClosePath;
import javafx.scene.shape.Line;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.Path;
import javafx.scene.shape.Rectangle;
import javafx.scene.shape.Shape;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.page.xray.Census;
import org.vacuumadvisor.page.xray.Figure;
import org.vacuumadvisor.page.xray.RelationXray;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// A whole table from its first page to its last: how much of each stretch of it is live, dead and
/// free. A click, or the arrow keys, choose a page.
final class OverviewStrip extends Region {
  private static final double HEIGHT = 56;

  private final LongProperty block = new SimpleLongProperty();
  private final Rectangle ground = styled(new Rectangle(), "xray-row");
  private final Path live = styled(new Path(), "mark-live");
  private final Path dead = styled(new Path(), "mark-dead");
  private final Line marker = styled(new Line(), "xray-marker");
  private final Tooltip tip = Texts.tip("");
  private final LongConsumer chosen;
  private RelationXray xray = new RelationXray(1, 0, List.of());

  /// @param chosen hears which block somebody wants to see
  OverviewStrip(LongConsumer chosen) {
    this.chosen = chosen;
    getStyleClass().add("xray-overview");
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.SLIDER);
    getChildren().addAll(ground, live, dead, marker);
    Tooltip.install(this, tip);
    block.addListener(_ -> mark());
    setOnMouseClicked(this::clicked);
    setOnMouseMoved(event -> tip.setText(words(sliceAt(event.getX()))));
    setOnKeyPressed(this::pressed);
  }

  /// The block that is marked.
  LongProperty blockProperty() {
    return block;
  }

  void draw(RelationXray next) {
    xray = next;
    var total = next.total();
    setAccessibleText(
        "%s, %s of them with something dead"
            .formatted(
                Quantities.counted(total.of(Figure.PAGES), "page"),
                Quantities.count(total.of(Figure.PAGES_TO_VACUUM))));
    requestLayout();
  }

  private static <S extends Shape> S styled(S shape, String style) {
    shape.getStyleClass().add(style);
    shape.setManaged(false);
    shape.setMouseTransparent(true);
    return shape;
  }

  @Override
  protected double computePrefHeight(double width) {
    return HEIGHT;
  }

  @Override
  protected double computeMinHeight(double width) {
    return HEIGHT;
  }

  @Override
  protected void layoutChildren() {
    ground.setWidth(getWidth());
    ground.setHeight(getHeight());
    area(live, _ -> 0, this::live);
    area(dead, this::live, each -> live(each) + dead(each));
    mark();
  }

  /// Steps between a lower and an upper height, slice by slice.
  private void area(Path path, ToDoubleFunction<Census> from, ToDoubleFunction<Census> to) {
    path.getElements().clear();
    double width = getWidth() / Math.max(1, xray.slices().size());
    for (int at = 0; at < xray.slices().size(); at++) {
      var slice = xray.slices().get(at);
      double bottom = getHeight() * (1 - from.applyAsDouble(slice));
      double top = getHeight() * (1 - to.applyAsDouble(slice));
      if (bottom - top > 0) {
        path.getElements()
            .addAll(
                new MoveTo(at * width, bottom),
                new LineTo(at * width, top),
                new LineTo((at + 1) * width, top),
                new LineTo((at + 1) * width, bottom),
                new ClosePath());
      }
    }
  }

  private double live(Census slice) {
    return share(slice, slice.of(Figure.LIVE_BYTES) + slice.of(Figure.UNDETERMINED_BYTES));
  }

  private double dead(Census slice) {
    return share(slice, slice.of(Figure.DEAD_BYTES));
  }

  private double share(Census slice, long bytes) {
    double whole = (double) slice.of(Figure.PAGES) * xray.pageSize();
    return whole > 0 ? bytes / whole : 0;
  }

  private void mark() {
    int slices = xray.slices().size();
    int slice = Math.clamp(sliceOf(block.get()), 0, Math.max(0, slices - 1));
    double x = getWidth() * (slice + 0.5) / Math.max(1, slices);
    marker.setStartX(x);
    marker.setEndX(x);
    marker.setStartY(0);
    marker.setEndY(getHeight());
    marker.setVisible(slices > 0);
  }

  private long pages() {
    return xray.slices().stream().mapToLong(each -> each.of(Figure.PAGES)).sum();
  }

  private long sliceOf(long ofBlock) {
    long pages = pages();
    return pages == 0 ? 0 : (ofBlock - xray.firstBlock()) * xray.slices().size() / pages;
  }

  private OptionalLong firstBlockOf(int slice) {
    int slices = xray.slices().size();
    return slices == 0
        ? OptionalLong.empty()
        : OptionalLong.of(xray.firstBlock() + Math.ceilDiv(slice * pages(), (long) slices));
  }

  private int sliceAt(double x) {
    int slices = xray.slices().size();
    return Math.clamp(
        (long) Math.floor(x / Math.max(1, getWidth()) * slices), 0, Math.max(0, slices - 1));
  }

  private String words(int at) {
    if (at >= xray.slices().size()) {
      return "";
    }
    var slice = xray.slices().get(at);
    long first = firstBlockOf(at).orElse(0);
    long pages = slice.of(Figure.PAGES);
    long bytes = pages * xray.pageSize();
    return "%s: %s live, %s dead, %s free"
        .formatted(
            pages == 1 ? "Block " + first : "Blocks %d to %d".formatted(first, first + pages - 1),
            Share.of(slice.of(Figure.LIVE_BYTES) + slice.of(Figure.UNDETERMINED_BYTES), bytes),
            Share.of(slice.of(Figure.DEAD_BYTES), bytes),
            Share.of(slice.of(Figure.USABLE_BYTES), bytes));
  }

  private void clicked(MouseEvent event) {
    requestFocus();
    firstBlockOf(sliceAt(event.getX())).ifPresent(chosen);
  }

  private void pressed(KeyEvent event) {
    int step =
        switch (event.getCode()) {
          case RIGHT, UP -> 1;
          case LEFT, DOWN -> -1;
          default -> 0;
        };
    int slices = xray.slices().size();
    if (step != 0 && slices > 0) {
      int slice = Math.clamp(sliceOf(block.get()) + step, 0, slices - 1);
      firstBlockOf(slice).ifPresent(chosen);
      event.consume();
    }
  }
}
