package org.vacuumadvisor.gui.tables;

import java.util.Comparator;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.InvalidationListener;
import org.vacuumadvisor.gui.part.DataTable;

/// The list of tables on the window, the worst first.
final class TableList extends DataTable<TableLine> {
  /// @param open is called with a line that somebody wants to see the page of
  TableList(TablesModel model, Consumer<TableLine> open) {
    this(model, open, new TableColumns(model::now));
  }

  private TableList(TablesModel model, Consumer<TableLine> open, TableColumns columns) {
    super("Tables", columns.all, line -> line.relation().name());
    getStyleClass().add("tables");
    onOpen(open);
    sortBy(Optional.of(columns.findings));
    model.shown().addListener((InvalidationListener) _ -> fill(model));
    model.sourceProperty().subscribe(_ -> show(columns.growth, model.knowsGrowth()));
    fill(model);
  }

  private void fill(TablesModel model) {
    show(model.shown().stream().sorted(Comparator.comparing(TableLine::name)).toList());
  }
}
