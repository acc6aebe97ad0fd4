package org.vacuumadvisor.gui.xray;

import java.util.List;
import java.util.function.LongConsumer;
import javafx.beans.property.LongProperty;
import javafx.beans.property.SimpleLongProperty;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Region;
import javafx.scene.shape.Line;
import javafx.scene.shape.Rectangle;
import org.vacuumadvisor.gui.part.Boxes;
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

  /// The block that is marked.
  final LongProperty block = new SimpleLongProperty();

  private final Tooltip tip = Texts.tip("");
  private final LongConsumer chosen;
  private RelationXray xray = new RelationXray(1, 0, List.of());

  /// @param chosen hears which block somebody wants to see
  OverviewStrip(LongConsumer chosen) {
    this.chosen = chosen;
    getStyleClass().add("xray-overview");
    setMinHeight(HEIGHT);
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.SLIDER);
    Tooltip.install(this, tip);
    block.addListener(_ -> requestLayout());
    setOnMouseMoved(event -> tip.setText(words(sliceAt(event.getX()))));
    setOnMouseClicked(event -> {
      requestFocus();
      choose(sliceAt(event.getX()));
    });
    setOnKeyPressed(event -> {
      int step =
          switch (event.getCode()) {
            case RIGHT, UP -> 1;
            case LEFT, DOWN -> -1;
            default -> 0;
          };
      if (step != 0) {
        choose(sliceOf(block.get()) + step);
        event.consume();
      }
    });
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

  @Override
  protected void layoutChildren() {
    getChildren().setAll(Boxes.drawn(new Rectangle(getWidth(), getHeight()), "xray-row"));
    int slices = xray.slices().size();
    double width = getWidth() / Math.max(1, slices);
    for (int at = 0; at < slices; at++) {
      var slice = xray.slices().get(at);
      double live = getHeight() * share(slice, live(slice));
      double dead = getHeight() * share(slice, slice.of(Figure.DEAD_BYTES));
      double bottom = getHeight();
      getChildren()
          .addAll(
              Boxes.drawn(new Rectangle(at * width, bottom - live, width, live), "mark-live"),
              Boxes.drawn(
                  new Rectangle(at * width, bottom - live - dead, width, dead), "mark-dead"));
    }
    if (slices > 0) {
      double x = width * (sliceOf(block.get()) + 0.5);
      getChildren().add(Boxes.drawn(new Line(x, 0, x, getHeight()), "xray-marker"));
    }
  }

  private static long live(Census slice) {
    return slice.of(Figure.LIVE_BYTES) + slice.of(Figure.UNDETERMINED_BYTES);
  }

  private double share(Census slice, long bytes) {
    double whole = (double) slice.of(Figure.PAGES) * xray.pageSize();
    return whole > 0 ? bytes / whole : 0;
  }

  private long pages() {
    return xray.slices().stream().mapToLong(each -> each.of(Figure.PAGES)).sum();
  }

  private int sliceOf(long ofBlock) {
    return within((ofBlock - xray.firstBlock()) * xray.slices().size() / Math.max(1, pages()));
  }

  private int sliceAt(double x) {
    return within((long) Math.floor(x / Math.max(1, getWidth()) * xray.slices().size()));
  }

  private int within(long slice) {
    return Math.clamp(slice, 0, Math.max(0, xray.slices().size() - 1));
  }

  private long firstBlockOf(int slice) {
    return xray.firstBlock() + Math.ceilDiv(slice * pages(), (long) xray.slices().size());
  }

  private void choose(int slice) {
    if (!xray.slices().isEmpty()) {
      chosen.accept(firstBlockOf(within(slice)));
    }
  }

  private String words(int at) {
    if (xray.slices().isEmpty()) {
      return "";
    }
    var slice = xray.slices().get(at);
    long first = firstBlockOf(at);
    long pages = slice.of(Figure.PAGES);
    long bytes = pages * xray.pageSize();
    return "%s: %s live, %s dead, %s free"
        .formatted(
            pages == 1 ? "Block " + first : "Blocks %d to %d".formatted(first, first + pages - 1),
            Share.of(live(slice), bytes),
            Share.of(slice.of(Figure.DEAD_BYTES), bytes),
            Share.of(slice.of(Figure.USABLE_BYTES), bytes));
  }
}
