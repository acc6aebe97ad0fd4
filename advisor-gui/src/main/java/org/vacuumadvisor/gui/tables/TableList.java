package org.vacuumadvisor.gui.tables;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.transformation.SortedList;
import javafx.scene.control.Label;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.text.Font;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.model.RelationName;

/// The list of tables on the window: sorted, with chosen columns, one line or several selected. It
/// keeps its selection when the figures change.
final class TableList extends TableView<TableLine> {
  private static final double LINE = 2.35;
  private static final double LETTER = 0.78;
  private static final double LEAST_NAME = 14;

  /// The width of all usual columns, in letters.
  private static final double ALL_USUAL = 96;

  /// What the name of the longest class takes more than most, in letters.
  private static final double LONG_CLASS = 12;

  private static final double SCROLL_BAR = 18;

  private final TablesModel model;
  private final Map<Field, TableColumn<TableLine, TableLine>> columns = new EnumMap<>(Field.class);
  private Optional<RelationName> selected = Optional.empty();
  private boolean isUsual = true;

  /// @param open is called with a line that somebody wants to see the page of
  TableList(TablesModel model, Consumer<TableLine> open) {
    this.model = model;
    setAccessibleText("Tables");
    getStyleClass().add("tables");
    getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
    // Lines of one height let the list jump anywhere without measuring what is in between.
    setFixedCellSize(Math.ceil(Font.getDefault().getSize() * LINE));
    for (var field : Field.values()) {
      var column = column(field);
      columns.put(field, column);
      getColumns().add(column);
    }
    var sorted = new SortedList<>(model.shown());
    sorted.comparatorProperty().bind(comparatorProperty());
    setItems(sorted);
    sortBy(Field.FINDINGS);
    setRowFactory(_ -> row(open));
    setOnKeyPressed(key -> {
      var line = getSelectionModel().getSelectedItem();
      if (key.getCode() == KeyCode.ENTER && line != null) {
        open.accept(line);
        key.consume();
      }
    });
    keepSelection();
    widthProperty().subscribe(_ -> leaveOut());
    widthProperty().subscribe(_ -> giveRoomToNames());
    getVisibleLeafColumns().subscribe(this::giveRoomToNames);
  }

  private static TableRow<TableLine> row(Consumer<TableLine> open) {
    var row = new TableRow<TableLine>();
    row.setOnMouseClicked(click -> {
      boolean isDouble = click.getClickCount() == 2 && click.getButton() == MouseButton.PRIMARY;
      if (isDouble && !row.isEmpty()) {
        open.accept(row.getItem());
      }
    });
    return row;
  }

  private TableColumn<TableLine, TableLine> column(Field field) {
    var column = new TableColumn<TableLine, TableLine>();
    var title = Texts.explained(new Label(field.title()), field.meaning());
    column.setText("");
    column.setGraphic(title);
    column.setId(field.name());
    column.setCellValueFactory(line -> new ReadOnlyObjectWrapper<>(line.getValue()));
    column.setCellFactory(_ -> cell(field));
    column.setComparator(field.order());
    column.setPrefWidth(width(field));
    column.setMinWidth(60);
    column.setVisible(field.shown() != Field.Shown.ON_REQUEST);
    column.getStyleClass().add(field.isNumber() ? "number" : "words");
    if (field.isNumber()) {
      column.setSortType(TableColumn.SortType.DESCENDING);
    }
    return column;
  }

  private TableCell<TableLine, TableLine> cell(Field field) {
    return switch (field) {
      case WORKLOAD -> new WorkloadCell(model::now);
      case FINDINGS -> new FindingsCell(model::now);
      case DEAD_ROWS, AGE, INSERTED, CHANGED, MULTIXACT_AGE -> new TriggerCell(field, model::now);
      case TABLE,
          DATABASE,
          KIND,
          SIZE,
          LAST_VACUUM,
          BLOAT,
          LIVE_ROWS,
          LAST_ANALYZE,
          VACUUMS,
          HEAP_SIZE,
          INDEX_SIZE,
          TOAST_SIZE,
          GROWTH,
          INDEX_BLOAT ->
          new TextCell(field, model::now);
    };
  }

  private static double width(Field field) {
    double letters =
        switch (field) {
          case TABLE -> LEAST_NAME;
          case WORKLOAD -> 13;
          case FINDINGS -> 11;
          case DEAD_ROWS, INSERTED, CHANGED -> 12;
          case AGE, MULTIXACT_AGE -> 11;
          case LAST_VACUUM, LAST_ANALYZE -> 13;
          case DATABASE, KIND -> 11;
          case BLOAT, INDEX_BLOAT -> 10;
          case SIZE, LIVE_ROWS, VACUUMS, HEAP_SIZE, INDEX_SIZE, TOAST_SIZE, GROWTH -> 8;
        };
    return letters * LETTER * Font.getDefault().getSize();
  }

  /// Where there is no room for all usual columns, the last vacuum gives way, so that age and bloat
  /// stay in view; columns that somebody chose stay as they are.
  private void leaveOut() {
    if (isUsual && getWidth() > 0) {
      columnOf(Field.LAST_VACUUM)
          .setVisible(getWidth() >= ALL_USUAL * LETTER * Font.getDefault().getSize());
    }
  }

  /// Where an archive tells how tables grew, that is shown, unless somebody chose columns.
  private void showGrowth() {
    if (isUsual) {
      columnOf(Field.GROWTH).setVisible(model.knowsGrowth());
    }
  }

  /// Somebody chose columns: they stay.
  void keepColumns() {
    isUsual = false;
  }

  /// The name gets the room that the figures leave; the names of classes some of it where there is
  /// much.
  private void giveRoomToNames() {
    boolean isWide = getWidth() >= (ALL_USUAL + LONG_CLASS) * LETTER * Font.getDefault().getSize();
    columnOf(Field.WORKLOAD)
        .setPrefWidth(
            width(Field.WORKLOAD)
                + (isWide ? LONG_CLASS * LETTER * Font.getDefault().getSize() : 0));
    double others =
        getVisibleLeafColumns().stream()
            .filter(each -> !each.getId().equals(Field.TABLE.name()))
            .mapToDouble(each -> each.getWidth())
            .sum();
    double least = width(Field.TABLE);
    columnOf(Field.TABLE).setPrefWidth(Math.max(least, getWidth() - others - SCROLL_BAR));
  }

  private void sortBy(Field field) {
    var column = columnOf(field);
    column.setSortType(TableColumn.SortType.DESCENDING);
    getSortOrder().setAll(List.of(column));
  }

  /// The column of a figure; whoever changes its visibility changes what is shown.
  TableColumn<TableLine, TableLine> columnOf(Field field) {
    return Objects.requireNonNull(columns.get(field));
  }

  /// The figures that are shown, in the order in which they are.
  List<Field> fields() {
    return getVisibleLeafColumns().stream()
        .flatMap(column ->
            Arrays.stream(Field.values()).filter(each -> each.name().equals(column.getId())))
        .toList();
  }

  /// New figures are new lines: the one that was selected is selected again, by its name.
  private void keepSelection() {
    getSelectionModel()
        .selectedItemProperty()
        .subscribe(line -> {
          if (line != null && !model.isReplacing()) {
            selected = Optional.of(line.relation().name());
          }
        });
    model.sourceProperty().subscribe(_ -> select());
    model.sourceProperty().subscribe(_ -> showGrowth());
  }

  private void select() {
    for (int at = 0; selected.isPresent() && at < getItems().size(); at++) {
      if (getItems().get(at).relation().name().equals(selected.get())) {
        getSelectionModel().clearAndSelect(at);
        return;
      }
    }
  }
}
