package org.vacuumadvisor.gui.paste;

import javafx.scene.control.TableCell;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.gui.part.Texts;

/// A cell of a text that may be wider than its column, and says all of it when pointed at.
///
/// @param <R> what a row shows
final class WholeTextCell<R> extends TableCell<R, String> {
  WholeTextCell() {
    // Only what is pointed at needs a tooltip: making one for each cell would make scrolling slow.
    setOnMouseEntered(_ -> {
      if (getItem() != null && getTooltip() == null) {
        setTooltip(Texts.tip(getItem()));
      }
    });
  }

  @Override
  protected void updateItem(@Nullable String text, boolean isEmpty) {
    super.updateItem(text, isEmpty);
    setTooltip(null);
    setText(isEmpty ? null : text);
  }
}
