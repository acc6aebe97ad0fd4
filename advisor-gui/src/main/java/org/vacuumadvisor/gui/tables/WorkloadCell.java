package org.vacuumadvisor.gui.tables;

import java.time.Instant;
import java.util.function.Supplier;
import javafx.scene.control.ContentDisplay;

/// The workload of a table as a badge.
final class WorkloadCell extends TextCell {
  private final WorkloadBadge badge = new WorkloadBadge();

  WorkloadCell(Supplier<Instant> now) {
    super(Field.WORKLOAD, now);
    setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
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
