package org.vacuumadvisor.gui.xray;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
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
import org.vacuumadvisor.page.xray.Stretch;

/// A page drawn as rows of bytes, as in a book. Mouse and arrow keys go from line pointer to line
/// pointer; the tuple of the one that is chosen is outlined, and what else belongs to its row.
final class PagePicture extends Region {
  private static final int ROWS = 16;
  private static final double GAP = 8;
  private static final double BETWEEN = 0.22;
  private static final double SMALLEST_ROW = 15;

  /// Narrower ones would be nothing but edge.
  private static final double SMALLEST_WITH_EDGE = 4;

  private final IntegerProperty chosen = new SimpleIntegerProperty();
  private final ReadOnlyIntegerWrapper pointed = new ReadOnlyIntegerWrapper();
  private final List<Label> offsets = new ArrayList<>();
  private final List<Rectangle> rows = new ArrayList<>();
  private final List<Rectangle> pieces = new ArrayList<>();
  private final Path chain = styled(new Path(), "xray-chain");
  private final Path outline = styled(new Path(), "xray-outline");
  private final Path arrived = styled(new Path(), "xray-arrived");
  private final Line thread = styled(new Line(), "xray-thread");
  private Drawn drawn = Drawn.NOTHING;
  private long block;
  private PageGrid grid = new PageGrid(1, 0, 0, 1, 1, 0);

  PagePicture() {
    getStyleClass().add("xray-picture");
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    for (int row = 0; row < ROWS; row++) {
      var offset = new Label();
      offset.getStyleClass().add("xray-offset");
      offset.setMouseTransparent(true);
      offsets.add(offset);
      rows.add(styled(new Rectangle(), "xray-row"));
    }
    getChildren().addAll(offsets);
    getChildren().addAll(rows);
    getChildren().addAll(arrived, chain, thread, outline);
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

  /// The line pointer that somebody chose; 0 if none is.
  IntegerProperty chosenProperty() {
    return chosen;
  }

  /// The line pointer that the mouse is on, or on whose tuple; 0 if there is none.
  ReadOnlyIntegerProperty pointedProperty() {
    return pointed.getReadOnlyProperty();
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

  private static <S extends Shape> S styled(S shape, String style) {
    shape.getStyleClass().setAll(style);
    shape.setManaged(false);
    shape.setMouseTransparent(true);
    return shape;
  }

  @Override
  protected double computeMinHeight(double width) {
    return ROWS * SMALLEST_ROW;
  }

  @Override
  protected double computePrefHeight(double width) {
    return ROWS * SMALLEST_ROW * 1.4;
  }

  @Override
  protected double computePrefWidth(double height) {
    return 620;
  }

  @Override
  protected void layoutChildren() {
    int rowBytes = Math.max(1, drawn.size() / ROWS);
    double left = 0;
    for (int row = 0; row < ROWS; row++) {
      offsets.get(row).setText(drawn.size() == 0 ? "" : String.valueOf(row * rowBytes));
      offsets.get(row).autosize();
      left = Math.max(left, offsets.get(row).getWidth() + GAP);
    }
    double pitch = Math.max(SMALLEST_ROW, snapSizeY(getHeight() / ROWS - 0.5));
    grid =
        new PageGrid(rowBytes, left, 1, Math.max(1, getWidth() - left - 2), pitch, pitch * BETWEEN);
    for (int row = 0; row < ROWS; row++) {
      var offset = offsets.get(row);
      double middle = grid.y(row) + grid.rowHeight() / 2;
      offset.relocate(left - GAP - offset.getWidth(), middle - offset.getHeight() / 2);
      put(rows.get(row), new PageGrid.Box(left, grid.y(row), grid.width(), grid.rowHeight()));
    }
    drawPieces();
    arrived.getElements().clear();
    drawn.arrived().stream()
        .flatMap(pointer -> drawn.tuple(pointer).stream())
        .forEach(each -> frame(arrived, each));
    outline();
  }

  private void drawPieces() {
    int used = 0;
    for (var stretch : drawn.stretches()) {
      var mark = drawn.mark(stretch);
      if (mark == Mark.FREE) {
        continue;
      }
      for (var box : grid.boxes(stretch.from(), stretch.to())) {
        if (used == pieces.size()) {
          pieces.add(styled(new Rectangle(), "mark"));
          getChildren().add(2 * ROWS + used, pieces.get(used));
        }
        var piece = pieces.get(used);
        boolean edged = box.isEnd() && box.width() > SMALLEST_WITH_EDGE;
        put(piece, edged ? box.narrower() : box);
        style(piece, mark.style());
        piece.setVisible(true);
        used++;
      }
    }
    pieces.subList(used, pieces.size()).forEach(each -> each.setVisible(false));
  }

  private static void put(Rectangle rectangle, PageGrid.Box box) {
    rectangle.setX(box.x());
    rectangle.setY(box.y());
    rectangle.setWidth(box.width());
    rectangle.setHeight(box.height());
  }

  private static void style(Rectangle piece, String style) {
    if (!piece.getStyleClass().getLast().equals(style)) {
      piece.getStyleClass().setAll("mark", style);
    }
  }

  private void outline() {
    int pointer = pointed.get() > 0 ? pointed.get() : chosen.get();
    outline.getElements().clear();
    chain.getElements().clear();
    thread.setVisible(false);
    if (drawn.item(pointer).isEmpty()) {
      return;
    }
    for (int member : drawn.chain(pointer, block)) {
      var path = member == pointer ? outline : chain;
      stretchesOf(member).forEach(each -> frame(path, each));
    }
    drawn
        .tuple(pointer)
        .ifPresent(tuple -> {
          var from = grid.boxes(pointerStretch(pointer).from(), pointerStretch(pointer).to());
          var to = grid.boxes(tuple.from(), tuple.to()).getFirst();
          thread.setStartX(from.getFirst().x() + from.getFirst().width() / 2);
          thread.setStartY(from.getFirst().y() + from.getFirst().height());
          thread.setEndX(to.x() + Math.min(to.width() / 2, 2 * GAP));
          thread.setEndY(to.y());
          thread.setVisible(true);
        });
  }

  private List<Stretch> stretchesOf(int pointer) {
    return drawn.stretches().stream().filter(each -> each.pointer() == pointer).toList();
  }

  private Stretch pointerStretch(int pointer) {
    return stretchesOf(pointer).getFirst();
  }

  private void frame(Path path, Stretch stretch) {
    for (var box : grid.boxes(stretch.from(), stretch.to())) {
      double right = box.x() + box.width();
      double bottom = box.y() + box.height();
      path.getElements()
          .addAll(
              new MoveTo(box.x(), box.y()),
              new LineTo(right, box.y()),
              new LineTo(right, bottom),
              new LineTo(box.x(), bottom),
              new ClosePath());
    }
  }

  private int pointerAt(MouseEvent event) {
    return grid.byteAt(event.getX(), event.getY())
        .map(drawn::at)
        .flatMap(stretch -> stretch)
        .map(Stretch::pointer)
        .orElse(0);
  }

  private void pressed(KeyEvent event) {
    int last = drawn.items().size();
    Optional<Integer> next =
        switch (event.getCode()) {
          case RIGHT, DOWN -> Optional.of(Math.min(last, chosen.get() + 1));
          case LEFT, UP -> Optional.of(Math.max(1, chosen.get() - 1));
          case HOME -> Optional.of(1);
          case END -> Optional.of(last);
          default -> Optional.empty();
        };
    if (next.isPresent() && last > 0) {
      chosen.set(next.get());
      event.consume();
    }
  }
}
