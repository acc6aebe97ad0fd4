package org.vacuumadvisor.gui.xray;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.geometry.Rectangle2D;
import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import javafx.scene.shape.ClosePath;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.Path;
import javafx.scene.shape.Rectangle;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.xray.Drawn.Mark;
import org.vacuumadvisor.page.xray.Stretch;

/// A page drawn as rows of bytes, as in a book. Mouse and arrow keys go from line pointer to line
/// pointer; the tuple of the one that is chosen is outlined, and what else belongs to its row.
final class PagePicture extends Region {
  private static final int ROWS = 16;
  private static final double GAP = 8;
  private static final double BETWEEN = 0.22;
  private static final double SMALLEST_ROW = 11;

  /// Narrower pieces have no edge: they would be nothing else.
  private static final double SMALLEST_WITH_EDGE = 4;

  /// The line pointer that somebody chose; 0 if none is.
  final IntegerProperty chosen = new SimpleIntegerProperty();

  /// The line pointer that the mouse is on, or on whose tuple; 0 if there is none.
  final IntegerProperty pointed = new SimpleIntegerProperty();

  private final Path chain = Boxes.drawn(new Path(), "xray-chain");
  private final Path outline = Boxes.drawn(new Path(), "xray-outline");
  private Drawn drawn = Drawn.NOTHING;
  private long block;
  private Rows rows = new Rows(1, 0, 1, 1);

  /// Where bytes are.
  ///
  /// @param bytes how many a row has
  /// @param left where rows begin
  /// @param pitch from the top of a row to the top of the next
  private record Rows(int bytes, double left, double width, double pitch) {
    double height() {
      return pitch * (1 - BETWEEN);
    }

    /// The boxes of a stretch, one for each row it is in.
    List<Rectangle2D> of(int from, int to) {
      var boxes = new ArrayList<Rectangle2D>();
      for (int at = from; at < to; ) {
        int row = at / bytes;
        int end = Math.min(to, (row + 1) * bytes);
        boxes.add(
            new Rectangle2D(
                left + width * (at - row * bytes) / bytes,
                1 + row * pitch,
                width * (end - at) / bytes,
                height()));
        at = end;
      }
      return boxes;
    }

    /// The byte at a place; -1 beside the rows and between them.
    int byteAt(double x, double y) {
      int row = (int) Math.floor((y - 1) / pitch);
      int column = (int) Math.floor((x - left) / width * bytes);
      boolean isInside =
          row >= 0 && column >= 0 && column < bytes && y - 1 - row * pitch <= height();
      return isInside ? row * bytes + column : -1;
    }
  }

  PagePicture() {
    getStyleClass().add("xray-picture");
    setMinHeight(ROWS * SMALLEST_ROW);
    setPrefSize(620, ROWS * SMALLEST_ROW * 2);
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    chosen.addListener(_ -> outline());
    pointed.addListener(_ -> outline());
    setOnMouseMoved(event -> pointed.set(pointerAt(event)));
    setOnMouseExited(_ -> pointed.set(0));
    setOnMousePressed(event -> {
      requestFocus();
      chosen.set(pointerAt(event));
    });
    setOnKeyPressed(this::pressed);
  }

  void draw(Drawn next, long ofBlock) {
    drawn = next;
    block = ofBlock;
    if (drawn.item(chosen.get()).isEmpty()) {
      chosen.set(0);
    }
    requestLayout();
  }

  /// Says to a screen reader what is drawn, or chosen.
  void describe(String text) {
    setAccessibleText(text);
    notifyAccessibleAttributeChanged(AccessibleAttribute.TEXT);
  }

  private static Rectangle box(Rectangle2D box, double edge, String... styles) {
    return Boxes.drawn(
        new Rectangle(box.getMinX(), box.getMinY(), box.getWidth() - edge, box.getHeight()),
        styles);
  }

  @Override
  protected void layoutChildren() {
    int bytes = Math.max(1, drawn.size() / ROWS);
    var offsets =
        IntStream.range(0, drawn.size() == 0 ? 0 : ROWS)
            .mapToObj(row -> Texts.line(String.valueOf(row * bytes), "xray-offset"))
            .toList();
    getChildren().setAll(offsets);
    offsets.forEach(each -> {
      each.applyCss();
      each.autosize();
    });
    double left = offsets.stream().mapToDouble(Label::getWidth).max().orElse(0) + GAP;
    double pitch = Math.max(SMALLEST_ROW, snapSizeY(getHeight() / ROWS - 0.5));
    rows = new Rows(bytes, left, Math.max(1, getWidth() - left - 2), pitch);
    for (int row = 0; row < offsets.size(); row++) {
      var offset = offsets.get(row);
      offset.relocate(
          left - GAP - offset.getWidth(),
          1 + row * pitch + (rows.height() - offset.getHeight()) / 2);
    }
    rows.of(0, drawn.size()).forEach(each -> getChildren().add(box(each, 0, "xray-row")));
    for (var stretch : drawn.stretches()) {
      var mark = drawn.mark(stretch);
      var boxes =
          mark == Mark.FREE ? List.<Rectangle2D>of() : rows.of(stretch.from(), stretch.to());
      for (var each : boxes) {
        boolean isEdged = each.equals(boxes.getLast()) && each.getWidth() > SMALLEST_WITH_EDGE;
        getChildren().add(box(each, isEdged ? 1 : 0, "mark", mark.style()));
      }
    }
    var arrived = Boxes.drawn(new Path(), "xray-arrived");
    drawn.arrived().stream()
        .flatMap(pointer -> drawn.tuple(pointer).stream())
        .forEach(each -> frame(arrived, each));
    getChildren().addAll(arrived, chain, outline);
    outline();
  }

  /// Outlines what is pointed at or chosen, with a line from the line pointer to its tuple.
  private void outline() {
    int pointer = pointed.get() > 0 ? pointed.get() : chosen.get();
    outline.getElements().clear();
    chain.getElements().clear();
    if (drawn.item(pointer).isEmpty()) {
      return;
    }
    for (int member : drawn.chain(pointer, block)) {
      stretchesOf(member).forEach(each -> frame(member == pointer ? outline : chain, each));
    }
    drawn
        .tuple(pointer)
        .ifPresent(tuple -> {
          var itself = stretchesOf(pointer).getFirst();
          var from = rows.of(itself.from(), itself.to()).getFirst();
          var to = rows.of(tuple.from(), tuple.to()).getFirst();
          chain
              .getElements()
              .addAll(
                  new MoveTo(from.getMinX() + from.getWidth() / 2, from.getMaxY()),
                  new LineTo(to.getMinX() + Math.min(to.getWidth() / 2, 2 * GAP), to.getMinY()));
        });
  }

  private List<Stretch> stretchesOf(int pointer) {
    return drawn.stretches().stream().filter(each -> each.pointer() == pointer).toList();
  }

  private void frame(Path path, Stretch stretch) {
    for (var box : rows.of(stretch.from(), stretch.to())) {
      path.getElements()
          .addAll(
              new MoveTo(box.getMinX(), box.getMinY()),
              new LineTo(box.getMaxX(), box.getMinY()),
              new LineTo(box.getMaxX(), box.getMaxY()),
              new LineTo(box.getMinX(), box.getMaxY()),
              new ClosePath());
    }
  }

  private int pointerAt(MouseEvent event) {
    return drawn.at(rows.byteAt(event.getX(), event.getY())).map(Stretch::pointer).orElse(0);
  }

  private void pressed(KeyEvent event) {
    int last = drawn.items().size();
    int next =
        switch (event.getCode()) {
          case RIGHT, DOWN -> Math.min(last, chosen.get() + 1);
          case LEFT, UP -> Math.max(1, chosen.get() - 1);
          case HOME -> 1;
          case END -> last;
          default -> 0;
        };
    if (next > 0) {
      chosen.set(Math.min(next, last));
      event.consume();
    }
  }
}
