package org.vacuumadvisor.gui.tryout;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javafx.geometry.Side;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.report.TerminalText;

/// A field that names the table that is looked at, and finds another among thousands: what is typed
/// narrows down the menu below it, Enter takes the first or the one that is marked, Escape none.
final class TablePicker extends TextField {
  private static final int MOST = 12;

  private final Consumer<TableStart> choose;
  private final ContextMenu menu = new ContextMenu();
  private List<TableStart> tables = List.of();
  private String shown = "";

  TablePicker(Consumer<TableStart> choose) {
    this.choose = choose;
    setAccessibleText("Table to look at");
    setPromptText("Search tables by name");
    textProperty()
        .subscribe((_, text) -> {
          if (isFocused() && !text.equals(shown)) {
            open(found(text));
          }
        });
    focusedProperty()
        .subscribe(isFocused -> {
          if (!isFocused && !menu.isShowing()) {
            setText(shown);
          }
        });
    menu.setOnHidden(_ -> setText(shown));
    setOnAction(_ -> found(getText()).stream().findFirst().ifPresent(this::take));
    setOnMouseClicked(_ -> selectAll());
    setOnKeyPressed(key -> {
      if (key.getCode() == KeyCode.DOWN) {
        open(found(""));
        key.consume();
      }
    });
  }

  void offer(List<TableStart> next) {
    tables = next;
  }

  void show(TableStart table) {
    shown = name(table);
    if (!menu.isShowing()) {
      setText(shown);
    }
  }

  private List<TableStart> found(String text) {
    var words = List.of(text.strip().toLowerCase(Locale.ROOT).split(" +"));
    return tables.stream()
        .filter(table -> words.stream().allMatch(name(table).toLowerCase(Locale.ROOT)::contains))
        .limit(MOST)
        .toList();
  }

  private void open(List<TableStart> found) {
    var items = found.stream().map(this::item).toList();
    var none = new MenuItem("No table has that in its name.");
    none.setDisable(true);
    menu.getItems().setAll(items.isEmpty() ? List.of(none) : items);
    if (!menu.isShowing() && getScene() != null) {
      menu.show(this, Side.BOTTOM, 0, 0);
    }
  }

  private MenuItem item(TableStart table) {
    var item = new MenuItem(name(table));
    item.setMnemonicParsing(false);
    item.setOnAction(_ -> take(table));
    return item;
  }

  private void take(TableStart table) {
    shown = name(table);
    menu.hide();
    choose.accept(table);
    setText(shown);
  }

  private static String name(TableStart table) {
    return TerminalText.escaped(table.name().sql());
  }
}
