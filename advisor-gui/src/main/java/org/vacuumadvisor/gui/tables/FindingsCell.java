package org.vacuumadvisor.gui.tables;

import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javafx.scene.Node;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.gui.part.Severities;

/// The worst finding about a table, with its sign and colour, and how many more there are.
final class FindingsCell extends TextCell {
  private static final List<String> STYLES =
      List.of("text-critical", "text-warning", "text-advice", "text-info");

  private final Map<Severity, Node> signs = new EnumMap<>(Severity.class);

  FindingsCell(Supplier<Instant> now) {
    super(Field.FINDINGS, now);
  }

  @Override
  void draw(TableLine row) {
    clear();
    setText(Cells.worst(row));
    row.worst()
        .ifPresent(worst -> {
          setGraphic(signs.computeIfAbsent(worst, each -> Severities.glyph(each).node()));
          getStyleClass().add("text-" + Severities.style(worst));
        });
  }

  @Override
  void clear() {
    setGraphic(null);
    getStyleClass().removeAll(STYLES);
  }
}
