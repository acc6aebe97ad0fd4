package org.vacuumadvisor.gui.paste;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;
import javafx.collections.transformation.SortedList;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.model.run.Run;
import org.vacuumadvisor.unit.Quantities;

/// The runs that were read: to be sorted by any figure and filtered by words.
final class RunTable extends VBox {
  /// The column that is left out where the text has no times.
  private static final int ENDED = 2;

  private final ObservableList<Run> all = FXCollections.observableArrayList();
  private final FilteredList<Run> chosen = new FilteredList<>(all);
  private final TableView<Run> table = new TableView<>();
  private final TextField filter = new TextField();
  private final Label count = Texts.line("", "faint", "small");

  RunTable(PasteModel model) {
    super(6);
    var sorted = new SortedList<>(chosen);
    sorted.comparatorProperty().bind(table.comparatorProperty());
    table.setItems(sorted);
    table.getStyleClass().addAll("dense", "striped");
    table.setAccessibleText("Runs of VACUUM and ANALYZE");
    table.setPlaceholder(new Label("No run matches."));
    columns();
    table
        .getSelectionModel()
        .selectedItemProperty()
        .subscribe(run -> {
          if (run != null) {
            model.select(run);
          }
        });
    filter.setPromptText("Filter by table or kind");
    filter.setAccessibleText("Filter runs by table or kind");
    filter.textProperty().subscribe(this::choose);
    var title = new Label("Runs");
    title.getStyleClass().add("section-title");
    HBox.setHgrow(count, Priority.ALWAYS);
    count.setMaxWidth(Double.MAX_VALUE);
    var head = new HBox(10, title, count, filter);
    head.setAlignment(Pos.CENTER_LEFT);
    setVgrow(table, Priority.ALWAYS);
    getChildren().addAll(head, table);
  }

  void show(List<Run> runs, long beyond) {
    all.setAll(runs);
    table
        .getColumns()
        .get(ENDED)
        .setVisible(runs.stream().anyMatch(run -> !RunFigures.ended(run).isEmpty()));
    count.setText(
        Quantities.counted(runs.size() + beyond, "run")
            + (beyond > 0 ? "; the first %,d are listed".formatted(runs.size()) : ""));
  }

  void focusFilter() {
    filter.requestFocus();
  }

  private void choose(String words) {
    var wanted = words.toLowerCase(Locale.ROOT).strip();
    chosen.setPredicate(run ->
        wanted.isEmpty()
            || RunFigures.table(run).toLowerCase(Locale.ROOT).contains(wanted)
            || RunFigures.kind(run).contains(wanted));
  }

  private void columns() {
    text("Table", "The table that was vacuumed or analyzed", 190, RunFigures::table);
    text(
        "Kind",
        "Autovacuum's own run, or one by hand; forced is to prevent wraparound",
        132,
        RunFigures::kind);
    text("Ended", "When the run ended, in UTC", 168, RunFigures::ended);
    number("Took", "Time from begin to end", RunFigures::seconds, Quantities::seconds);
    number(
        "Slept",
        "Time slept for the cost limit; told from 18 on, with track_cost_delay_timing",
        RunFigures::slept,
        Quantities::seconds);
    number(
        "Removed", "Dead row versions that were removed", RunFigures::removed, Quantities::count);
    number(
        "Kept",
        "Dead row versions that some transaction may still see",
        RunFigures::kept,
        Quantities::count);
    number("Pages", "Pages of the table, of 8 kB each", RunFigures::pages, Quantities::count);
    number(
        "Scanned",
        "Pages of the table that were looked at",
        RunFigures::scanned,
        Quantities::count);
    number(
        "Passes",
        "How often all indexes were scanned; more than one means too little memory",
        RunFigures::indexScans,
        Quantities::count);
    number("Read MB/s", "Average rate of pages read", RunFigures::readRate, Quantities::number);
    number(
        "Dirtied MB/s",
        "Average rate of pages changed, which VACUUM calls write rate",
        RunFigures::writeRate,
        Quantities::number);
  }

  private void text(
      String title, String meaning, double width, Function<Run, @Nullable String> figure) {
    var column = column(title, meaning, figure);
    column.setPrefWidth(width);
    column.setCellFactory(_ -> new FigureCell<>(each -> each));
  }

  private <T extends Comparable<T>> void number(
      String title, String meaning, Function<Run, @Nullable T> figure, Function<T, String> words) {
    var column = column(title, meaning, figure);
    column.getStyleClass().add("number");
    column.setPrefWidth(104);
    column.setSortType(TableColumn.SortType.DESCENDING);
    column.setCellFactory(_ -> new FigureCell<>(words));
  }

  private <T> TableColumn<Run, T> column(
      String title, String meaning, Function<Run, @Nullable T> figure) {
    var column = new TableColumn<Run, T>();
    var head = Texts.explained(new Label(title), meaning);
    column.setGraphic(head);
    column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(figure.apply(row.getValue())));
    table.getColumns().add(column);
    return column;
  }

  /// A cell that shows a figure, or nothing where the run does not say it.
  private static final class FigureCell<T> extends TableCell<Run, T> {
    private final Function<T, String> words;

    FigureCell(Function<T, String> words) {
      this.words = words;
    }

    @Override
    protected void updateItem(T figure, boolean isEmpty) {
      super.updateItem(figure, isEmpty);
      setText(isEmpty || figure == null ? null : words.apply(figure));
    }
  }
}
