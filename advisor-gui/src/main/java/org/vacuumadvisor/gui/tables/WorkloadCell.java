package org.vacuumadvisor.gui.tables;

import java.time.Instant;
import java.util.function.Supplier;
import javafx.geometry.Pos;
import javafx.scene.control.ContentDisplay;
import javafx.scene.layout.HBox;

/// The workload of a table as a badge.
final class WorkloadCell extends TextCell {
  private final WorkloadBadge badge = new WorkloadBadge();
  private final HBox holder = new HBox(badge);

  WorkloadCell(Supplier<Instant> now) {
    super(Field.WORKLOAD, now);
    setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
    badge.setMinWidth(0);
    holder.setMinWidth(0);
    holder.setAlignment(Pos.CENTER_LEFT);
  }

  @Override
  void draw(TableLine row) {
    badge.show(row.workload());
    setGraphic(holder);
  }

  @Override
  void clear() {
    setGraphic(null);
  }
}
