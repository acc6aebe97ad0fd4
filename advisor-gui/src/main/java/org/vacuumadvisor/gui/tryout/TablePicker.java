package org.vacuumadvisor.gui.tryout;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.report.TerminalText;

/// A field that names the table that is looked at, and finds another among thousands: what is typed
/// narrows down the list below it, Enter takes the first or the one that is marked, Escape none.
final class TablePicker extends VBox {
  private static final double ROW = 26;
  private static final int ROWS = 8;

  private final Consumer<TableStart> choose;
  private final TextField field = new TextField();
  private final ObservableList<TableStart> tables = FXCollections.observableArrayList();
  private final FilteredList<TableStart> found = new FilteredList<>(tables);
  private final ListView<TableStart> list = new ListView<>(found);
  private Optional<TableStart> chosen = Optional.empty();
  private boolean isShowing;

  TablePicker(Consumer<TableStart> choose) {
    this.choose = choose;
    field.setAccessibleText("Table to look at");
    field.setPromptText("Search tables by name");
    field.textProperty().addListener((_, _, text) -> typed(text));
    field.focusedProperty().addListener((_, _, focused) -> focused(focused));
    field.setOnMouseClicked(_ -> field.selectAll());
    field.addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
    list.setAccessibleText("Tables found");
    list.setFixedCellSize(ROW);
    list.setCellFactory(_ -> new NameCell());
    list.setPlaceholder(Texts.wrapped("No table has that in its name.", "faint", "small"));
    list.setOnMouseClicked(_ -> take(list.getSelectionModel().getSelectedItem()));
    list.setOnKeyPressed(this::pressed);
    list.focusedProperty().addListener((_, _, focused) -> leave(focused));
    getChildren().addAll(field, list);
    fold();
  }

  void offer(List<TableStart> next) {
    tables.setAll(next);
  }

  void show(TableStart table) {
    chosen = Optional.of(table);
    if (!field.isFocused()) {
      restore();
    }
  }

  private void restore() {
    isShowing = true;
    field.setText(chosen.map(TablePicker::name).orElse(""));
    isShowing = false;
    fold();
  }

  private void focused(boolean focused) {
    if (focused) {
      field.selectAll();
    } else {
      leave(false);
    }
  }

  private void leave(boolean focused) {
    if (!focused && !list.isFocused() && !field.isFocused()) {
      restore();
    }
  }

  private void typed(String text) {
    if (isShowing) {
      return;
    }
    var words = List.of(text.strip().toLowerCase(Locale.ROOT).split(" +"));
    found.setPredicate(table -> {
      var name = name(table).toLowerCase(Locale.ROOT);
      return words.stream().allMatch(name::contains);
    });
    unfold();
  }

  private void unfold() {
    list.setVisible(true);
    list.setManaged(true);
    double height = ROW * Math.clamp(found.size(), 2, ROWS) + 4;
    list.setMinHeight(height);
    list.setPrefHeight(height);
    list.setMaxHeight(height);
    list.getSelectionModel().select(0);
    list.scrollTo(0);
  }

  private void fold() {
    list.setVisible(false);
    list.setManaged(false);
  }

  private void pressed(KeyEvent key) {
    boolean isUsed = true;
    if (key.getCode() == KeyCode.ENTER && list.isVisible()) {
      take(list.getSelectionModel().getSelectedItem());
    } else if (key.getCode() == KeyCode.ESCAPE && list.isVisible()) {
      field.requestFocus();
      restore();
    } else if (key.getCode() == KeyCode.DOWN && field.isFocused()) {
      if (!list.isVisible()) {
        found.setPredicate(null);
        unfold();
      }
      list.requestFocus();
    } else {
      isUsed = false;
    }
    if (isUsed) {
      key.consume();
    }
  }

  private void take(@Nullable TableStart table) {
    if (table != null) {
      chosen = Optional.of(table);
      choose.accept(table);
      field.requestFocus();
      restore();
    }
  }

  private static String name(TableStart table) {
    return TerminalText.escaped(table.name().sql());
  }

  private static final class NameCell extends ListCell<TableStart> {
    @Override
    protected void updateItem(@Nullable TableStart table, boolean isEmpty) {
      super.updateItem(table, isEmpty);
      setText(isEmpty || table == null ? null : name(table));
    }
  }
}
