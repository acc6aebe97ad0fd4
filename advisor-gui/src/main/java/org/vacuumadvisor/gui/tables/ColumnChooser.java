package org.vacuumadvisor.gui.tables;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.MenuButton;
import javafx.scene.layout.Region;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.work.Memory;

/// Says which columns the list of tables has, and remembers it.
final class ColumnChooser extends MenuButton {
  private static final String KEY = "tables.columns";

  private final TableList list;
  private final Memory memory;

  ColumnChooser(TableList list, Memory memory) {
    super("Columns", Glyph.COLUMNS.node());
    this.list = list;
    this.memory = memory;
    setMinWidth(Region.USE_PREF_SIZE);
    setAccessibleText("Choose columns");
    memory.value(KEY).ifPresent(this::restore);
    for (var field : Field.values()) {
      if (field.shown() != Field.Shown.ALWAYS) {
        getItems().add(item(field));
      }
    }
  }

  private CheckMenuItem item(Field field) {
    var item = new CheckMenuItem(field.title());
    item.selectedProperty().bindBidirectional(list.columnOf(field).visibleProperty());
    item.setOnAction(_ -> keep());
    return item;
  }

  private void restore(String names) {
    list.keepColumns();
    var wanted = List.of(names.split(","));
    for (var field : Field.values()) {
      if (field.shown() != Field.Shown.ALWAYS) {
        list.columnOf(field).setVisible(wanted.contains(field.name()));
      }
    }
  }

  private void keep() {
    list.keepColumns();
    memory.keep(
        KEY,
        Arrays.stream(Field.values())
            .filter(each -> list.columnOf(each).isVisible())
            .map(Field::name)
            .collect(Collectors.joining(",")));
  }
}
