package org.vacuumadvisor.gui.tryout;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.TableStart;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.tryout.KnobRow.Difference;
import org.vacuumadvisor.gui.tryout.KnobRow.Grip;
import org.vacuumadvisor.report.TerminalText;

/// All knobs: those of the table that is looked at, and those of the server.
final class KnobPane extends VBox {
  private final TryModel model;
  private final ComboBox<TableStart> tables = new ComboBox<>();
  private final VBox ofTable = new VBox();
  private final VBox ofServer = new VBox();
  private final List<KnobRow> tableRows = new ArrayList<>();
  private final List<KnobRow> serverRows = new ArrayList<>();
  private boolean isShowing;

  KnobPane(TryModel model) {
    this.model = model;
    getStyleClass().add("knobs");
    tables.setMaxWidth(Double.MAX_VALUE);
    tables.setAccessibleText("Table to look at");
    tables.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(TableStart table) {
            return table == null ? "" : TerminalText.escaped(table.name().sql());
          }

          @Override
          public TableStart fromString(String text) {
            return tables.getValue();
          }
        });
    tables.valueProperty().addListener((_, _, chosen) -> choose(chosen));
    ofTable.getStyleClass().add("knob-group");
    ofServer.getStyleClass().add("knob-group");
    getChildren()
        .addAll(
            head("The table", "What only this table gets: an exception to the server's settings."),
            tables,
            ofTable,
            head("The server", "What every table gets that has no setting of its own."),
            ofServer);
    model.standProperty().subscribe(stand -> stand.ifPresent(this::build));
    model.changesProperty().subscribe(_ -> show());
    model.tableProperty().subscribe(_ -> show());
  }

  private static Label head(String text, String meaning) {
    return Texts.explained(Texts.line(text, "card-title"), meaning);
  }

  private void build(TryModel.Stand stand) {
    isShowing = true;
    tables.getItems().setAll(stand.tables());
    isShowing = false;
    var release = stand.cluster().release();
    serverRows.clear();
    Knob.server(release)
        .map(knob -> new KnobRow(knob, (value, grip) -> turnServer(knob, value, grip)))
        .forEach(serverRows::add);
    tableRows.clear();
    Knob.table(release)
        .map(knob -> new KnobRow(knob, (value, grip) -> turnTable(knob, value, grip)))
        .forEach(tableRows::add);
    ofServer.getChildren().setAll(serverRows);
    ofTable.getChildren().setAll(tableRows);
    show();
  }

  private void turnServer(Knob knob, String value, Grip grip) {
    switch (grip) {
      case HELD -> model.drag(knob, value);
      case LET_GO -> model.set(knob, value);
    }
    show();
  }

  private void turnTable(Knob knob, String value, Grip grip) {
    switch (grip) {
      case HELD -> model.dragOfTable(knob, value);
      case LET_GO -> model.setOfTable(knob, value);
    }
    show();
  }

  private void choose(TableStart chosen) {
    if (!isShowing && chosen != null) {
      model.tableProperty().set(Optional.of(chosen));
    }
  }

  private void show() {
    var stand = model.standProperty().get();
    var table = model.tableProperty().get();
    if (stand.isEmpty() || table.isEmpty()) {
      return;
    }
    isShowing = true;
    tables.setValue(table.get());
    isShowing = false;
    var changes = model.changesProperty().get();
    var changed = changes.on(stand.get().cluster());
    for (var row : serverRows) {
      double value = row.knob().of(changed);
      row.show(
          value,
          row.knob().text(value),
          changes.settings().containsKey(row.knob().setting())
              ? Difference.CHANGED
              : Difference.TODAY);
    }
    changed
        .table(table.get().key())
        .ifPresent(each ->
            tableRows.forEach(row -> {
              double value = row.knob().of(changed, each);
              row.show(value, row.knob().text(value), difference(changes, each, row.knob()));
            }));
  }

  private static Difference difference(Changes changes, TableStart table, Knob knob) {
    var own = changes.parameters().get(table.key());
    return own != null && knob.setting().storageParameter().filter(own::containsKey).isPresent()
        ? Difference.CHANGED
        : Difference.TODAY;
  }
}
