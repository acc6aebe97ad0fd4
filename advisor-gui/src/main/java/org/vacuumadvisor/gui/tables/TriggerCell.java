package org.vacuumadvisor.gui.tables;

import java.time.Instant;
import java.util.function.Supplier;
import javafx.scene.control.ContentDisplay;

/// A figure with a bar that shows how near its trigger is.
final class TriggerCell extends TextCell {
  private final TriggerBar bar = new TriggerBar();

  TriggerCell(Field field, Supplier<Instant> now) {
    super(field, now);
    setContentDisplay(ContentDisplay.RIGHT);
    setGraphicTextGap(8);
  }

  @Override
  void draw(TableLine row) {
    var reason = field().trigger(row);
    reason.ifPresent(bar::show);
    bar.setVisible(reason.isPresent());
    setGraphic(bar);
    setAccessibleText(field().title() + " " + Cells.against(reason));
  }

  @Override
  void clear() {
    setGraphic(null);
  }
}
