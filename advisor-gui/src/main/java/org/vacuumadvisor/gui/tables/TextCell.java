package org.vacuumadvisor.gui.tables;

import java.time.Instant;
import java.util.function.Supplier;
import javafx.scene.control.TableCell;
import javafx.scene.control.Tooltip;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.report.TerminalText;

/// A cell that says one thing, and more when it is pointed at.
class TextCell extends TableCell<TableLine, TableLine> {
  private final Field field;
  private final Supplier<Instant> now;
  private @Nullable Tooltip tip;

  TextCell(Field field, Supplier<Instant> now) {
    this.field = field;
    this.now = now;
    getStyleClass().add(field.isNumber() ? "number" : "words");
    // Only what is pointed at needs a tooltip: making one for each cell would make scrolling slow.
    setOnMouseEntered(_ -> explain());
  }

  final Field field() {
    return field;
  }

  @Override
  protected void updateItem(@Nullable TableLine row, boolean empty) {
    super.updateItem(row, empty);
    setTooltip(null);
    if (empty || row == null) {
      setText(null);
      clear();
    } else {
      setText(TerminalText.escaped(field.text(row, now.get())));
      draw(row);
    }
  }

  /// Shows more than the text.
  void draw(TableLine row) {}

  /// Takes back what [#draw] showed.
  void clear() {}

  private void explain() {
    var row = getItem();
    if (row == null || getTooltip() != null) {
      return;
    }
    var more = field.more(row);
    tip = Texts.tip(more.isEmpty() ? field.meaning() : more + "\n" + field.meaning());
    setTooltip(tip);
  }
}
