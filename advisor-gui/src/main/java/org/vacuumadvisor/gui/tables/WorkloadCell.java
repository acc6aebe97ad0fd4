package org.vacuumadvisor.gui.tables;

import java.time.Instant;
import java.util.function.Supplier;
import javafx.scene.control.ContentDisplay;

/// The workload of a table as a badge.
final class WorkloadCell extends TextCell {
  private static final double PADDING = 16;

  private final WorkloadBadge badge = new WorkloadBadge();

  WorkloadCell(Supplier<Instant> now) {
    super(Field.WORKLOAD, now);
    setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
    badge.setMinWidth(0);
    badge.maxWidthProperty().bind(widthProperty().subtract(PADDING));
  }

  @Override
  void draw(TableLine row) {
    badge.show(row.workload());
    setGraphic(badge);
  }

  @Override
  void clear() {
    setGraphic(null);
  }
}
