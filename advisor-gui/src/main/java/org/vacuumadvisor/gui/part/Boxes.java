package org.vacuumadvisor.gui.part;

import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import javafx.application.Platform;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.shape.Shape;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;

/// How pieces of the window stand beside and below one another.
public final class Boxes {
  private Boxes() {}

  /// Beside one another, in the middle of their row.
  public static HBox row(double gap, Node... nodes) {
    var row = new HBox(gap, nodes);
    row.setAlignment(Pos.CENTER_LEFT);
    return row;
  }

  /// A piece of a row that takes the room that the others leave.
  public static <R extends Region> R wide(R piece) {
    HBox.setHgrow(piece, Priority.ALWAYS);
    piece.setMaxWidth(Double.MAX_VALUE);
    return piece;
  }

  /// A piece of a column that takes the room that the others leave.
  public static <N extends Node> N tall(N piece) {
    VBox.setVgrow(piece, Priority.ALWAYS);
    return piece;
  }

  /// A piece that is scrolled where it has no room; it takes all the height there is.
  public static ScrollPane scrolled(@Nullable Node content) {
    var pane = new ScrollPane(content);
    pane.setFitToWidth(true);
    pane.getStyleClass().add("plain");
    pane.contentProperty()
        .subscribe(each -> {
          if (each != null) {
            each.getStyleClass().add("page-content");
          }
        });
    return tall(pane);
  }

  /// Keeps the share of each piece when the window changes its size: a small window would squeeze
  /// one of them for good. Who draws the divider chooses another.
  public static SplitPane split(Orientation orientation, double share) {
    var split = new SplitPane();
    var kept = new double[] {share};
    split.setOrientation(orientation);
    split.addEventFilter(
        MouseEvent.MOUSE_RELEASED,
        _ -> kept[0] = DoubleStream.of(split.getDividerPositions()).findFirst().orElse(kept[0]));
    Runnable keep = () -> Platform.runLater(() -> split.setDividerPositions(kept[0]));
    split.layoutBoundsProperty().subscribe(keep);
    split.getDividers().subscribe(keep);
    return split;
  }

  /// A box in which one of several is chosen.
  ///
  /// @param name what a screen reader calls it
  public static <T> ComboBox<T> choice(String name, List<T> all, Function<T, String> words) {
    var choice = new ComboBox<T>();
    choice.getItems().setAll(all);
    choice.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(@Nullable T each) {
            return each == null ? "" : words.apply(each);
          }

          @Override
          public T fromString(String text) {
            throw new UnsupportedOperationException("nothing is written there");
          }
        });
    choice.setAccessibleText(name);
    choice.setMinWidth(Region.USE_PREF_SIZE);
    return choice;
  }

  /// Pieces below one another on a card.
  ///
  /// @param style its severity, or "plain"
  public static VBox card(String style, Node... content) {
    var card = new VBox(content);
    card.getStyleClass().addAll("card", style);
    return card;
  }

  /// A figure that one looks at first: its name in quiet, itself large, and more in small below.
  ///
  /// @param between what stands between figure and note, as a trend
  public static VBox tile(String name, String figure, String note, String style, Node... between) {
    var tile =
        card("plain", Texts.line(name, "faint", "small"), Texts.line(figure, "figure", style));
    tile.getChildren().addAll(between);
    tile.getChildren().add(Texts.wrapped(note, "small"));
    tile.getStyleClass().add("tile");
    tile.setAccessibleText("%s: %s. %s".formatted(name, figure, note));
    return tile;
  }

  /// Makes a node a button: a click on a part of it does something, and so do Enter and Space.
  public static void pressable(Node node, Node clicked, Runnable action) {
    node.setFocusTraversable(true);
    node.setAccessibleRole(AccessibleRole.BUTTON);
    clicked.setOnMouseClicked(_ -> {
      node.requestFocus();
      action.run();
    });
    node.setOnKeyPressed(key -> {
      if (key.getTarget().equals(node)
          && (key.getCode() == KeyCode.ENTER || key.getCode() == KeyCode.SPACE)) {
        key.consume();
        action.run();
      }
    });
  }

  /// A shape that is drawn where it is told to, and takes no part in layout and mouse.
  public static <S extends Shape> S drawn(S shape, String... styles) {
    shape.getStyleClass().setAll(styles);
    shape.setManaged(false);
    shape.setMouseTransparent(true);
    return shape;
  }

  /// A column of a grid that takes so much of the room that is left.
  public static ColumnConstraints column(Priority grow) {
    var column = new ColumnConstraints();
    column.setHgrow(grow);
    return column;
  }

  /// Shows a piece, or gives its room to the others.
  public static void show(Node piece, boolean isShown) {
    piece.setVisible(isShown);
    piece.setManaged(isShown);
  }
}
