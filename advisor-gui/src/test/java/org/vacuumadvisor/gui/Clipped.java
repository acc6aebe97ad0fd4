package org.vacuumadvisor.gui;

import java.util.List;
import java.util.regex.Pattern;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TitledPane;
import javafx.scene.text.Text;
import jfx.incubator.scene.control.richtext.CodeArea;

/// What of the words on a window cannot be read: lines cut off, and words broken in the middle. A
/// cell of a table that says the rest when pointed at can be read, as its column can be made wider.
public final class Clipped {
  private static final Pattern SPACES = Pattern.compile("[\\s\u200a]+");

  private Clipped() {}

  /// Each with its text. To be asked after layout.
  static List<String> in(Node root) {
    return Toolkit.all(root)
        .filter(each -> each instanceof Labeled && !(each instanceof TitledPane))
        .map(each -> (Labeled) each)
        .filter(Clipped::isShown)
        .filter(each -> isOutside(each) || (each.isWrapText() ? hasBrokenWord(each) : isCut(each)))
        .map(each -> "%s (%.0f)".formatted(each.getText(), each.getWidth()))
        .distinct()
        .toList();
  }

  private static boolean isShown(Labeled label) {
    Node node = label;
    while (node != null) {
      if (!node.isVisible()) {
        return false;
      }
      Parent parent = node.getParent();
      node = parent;
    }
    return label.getText() != null && !label.getText().isBlank() && label.getWidth() > 0;
  }

  /// Whether it reaches beyond the window, or beyond a part of it that cuts off what does. What can
  /// be scrolled into view is there.
  private static boolean isOutside(Labeled label) {
    var bounds = label.localToScene(label.getLayoutBounds());
    boolean isCutOff = false;
    for (Parent part = label.getParent(); part != null; part = part.getParent()) {
      boolean isScrolled =
          part instanceof ScrollPane
              || part instanceof IndexedCell<?>
              || part instanceof TableView<?>
              || part instanceof CodeArea;
      if (isScrolled) {
        return false;
      }
      if (part.getParent() == null || part.getClip() != null) {
        var room = part.localToScene(part.getLayoutBounds());
        isCutOff |= bounds.getMaxX() > room.getMaxX() + 1 || bounds.getMinX() < room.getMinX() - 1;
      }
    }
    return isCutOff;
  }

  private static boolean isCut(Labeled label) {
    if (label.getContentDisplay() == ContentDisplay.GRAPHIC_ONLY) {
      return false;
    }
    if (label instanceof IndexedCell<?>) {
      if (label.getTooltip() != null || label.getOnMouseEntered() != null) {
        return false;
      }
      double graphic =
          label.getGraphic() == null
              ? 0
              : label.getGraphic().prefWidth(-1) + label.getGraphicTextGap();
      var room = label.getWidth() - label.snappedLeftInset() - label.snappedRightInset() - graphic;
      return width(label, label.getText()) > room + 1.5;
    }
    return label.prefWidth(-1) > label.getWidth() + 1.5;
  }

  private static boolean hasBrokenWord(Labeled label) {
    double room =
        label.getWidth()
            - label.snappedLeftInset()
            - label.snappedRightInset()
            - label.getLabelPadding().getLeft();
    return SPACES
        .splitAsStream(label.getText().strip())
        .anyMatch(word -> width(label, word) > room + 1);
  }

  private static double width(Labeled label, String words) {
    var text = new Text(words);
    text.setFont(label.getFont());
    return text.getLayoutBounds().getWidth();
  }
}
