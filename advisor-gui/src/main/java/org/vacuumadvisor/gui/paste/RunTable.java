package org.vacuumadvisor.gui.paste;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.ObservableListBase;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.scene.text.Font;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.unit.Quantities;

/// The runs that were read, all of them: to be sorted by any figure and filtered by words. Rows are
/// numbers of runs; what is not in sight has no object.
final class RunTable extends VBox {
  private static final double ROW = 27;
  private static final int ABOVE = 2;

  /// How wide the list has to be for the time of each run, of the size of letters.
  private static final double WIDE = 46;

  /// How wide a figure, a letter of a title and the sign of its order are, of the size of letters.
  private static final double FIGURE = 7.4;

  private static final double LETTER = 0.76;
  private static final double SORT_SIGN = 2.4;

  private final PasteModel model;
  private final TableView<Integer> table = new TableView<>();
  private final TableColumn<Integer, String> ended;
  private final Map<Figure, TableColumn<Integer, String>> figures = new EnumMap<>(Figure.class);
  private final TextField filter = new TextField();
  private final Label count = Texts.line("", "faint", "small");
  private RunStore store = new RunStore();
  private int[] order = {};
  private boolean isFollowing;

  RunTable(PasteModel model) {
    super(6);
    this.model = model;
    table.getStyleClass().addAll("dense", "striped");
    table.setAccessibleText("Runs of VACUUM and ANALYZE");
    table.setPlaceholder(new Label("No run matches."));
    text("Table", "The table that was vacuumed or analyzed", 15, run -> store.tableName(run));
    text(
        "Kind",
        "Autovacuum's own run, or one by hand; forced is to prevent wraparound",
        10,
        run -> store.kind(run));
    ended = text("Ended", "When the run ended, in UTC", 12, run -> RunOrder.ended(store, run));
    for (var figure : Figure.values()) {
      number(figure);
    }
    table.setSortPolicy(_ -> {
      arrange();
      return true;
    });
    table
        .getSelectionModel()
        .selectedItemProperty()
        .subscribe(run -> {
          if (run != null && !isFollowing) {
            model.select(run);
          }
        });
    model.runProperty().subscribe(this::follow);
    table.setFixedCellSize(Math.rint(ROW * Math.max(1, Font.getDefault().getSize() / 13)));
    table.heightProperty().subscribe(_ -> toChosen());
    table.widthProperty().subscribe(_ -> leaveOutEnd());
    filter.setPromptText("Filter by table or kind");
    filter.setAccessibleText("Filter runs by table or kind");
    filter.textProperty().subscribe(_ -> arrange());
    var title = new Label("Runs");
    title.getStyleClass().add("section-title");
    HBox.setHgrow(count, Priority.ALWAYS);
    count.setMaxWidth(Double.MAX_VALUE);
    var head = new HBox(10, title, count, filter);
    head.setAlignment(Pos.CENTER_LEFT);
    setVgrow(table, Priority.ALWAYS);
    getChildren().addAll(head, table);
  }

  /// Shows other runs in place of those before: neither their filter nor their order stays. Runs
  /// are numbered anew in each text, so rows with a number of before are told to look again.
  void show(RunStore next) {
    store = next;
    table.getSortOrder().clear();
    filter.clear();
    leaveOutEnd();
    figures.forEach((figure, column) -> column.setVisible(isKnown(figure)));
    arrange();
    table.refresh();
    table.scrollTo(0);
  }

  /// Where there is little room the time gives way to what was removed and kept: the picture of a
  /// run has it, too.
  private void leaveOutEnd() {
    boolean isTimed = store.size() > 0 && store.isTimed(0);
    boolean isNarrow =
        table.getWidth() > 0 && table.getWidth() < WIDE * Font.getDefault().getSize();
    ended.setVisible(isTimed && !isNarrow);
  }

  /// Whether any run tells it: releases and settings differ in what they do.
  private boolean isKnown(Figure figure) {
    return IntStream.range(0, store.size())
        .anyMatch(run -> !Double.isNaN(store.figure(figure, run)));
  }

  /// Shows the runs of one table.
  void filterBy(String name) {
    filter.setText(name);
  }

  void focusFilter() {
    filter.requestFocus();
  }

  private void arrange() {
    var chosen = RunOrder.filtered(store, filter.getText());
    order = RunOrder.sorted(store, chosen, table.getSortOrder());
    isFollowing = true;
    table.setItems(new Numbers(order));
    isFollowing = false;
    count.setText(
        order.length == store.size()
            ? Quantities.counted(store.size(), "run")
            : "%,d of %s".formatted(order.length, Quantities.counted(store.size(), "run")));
    follow(model.runProperty().get());
  }

  /// Marks the run that is drawn, whoever chose it.
  private void follow(Optional<Integer> run) {
    var selection = table.getSelectionModel();
    isFollowing = true;
    if (run.isEmpty()) {
      selection.clearSelection();
    } else if (!run.get().equals(selection.getSelectedItem())) {
      int row = row(run.get());
      if (row >= 0) {
        selection.clearAndSelect(row);
        toChosen();
      } else {
        selection.clearSelection();
      }
    }
    isFollowing = false;
  }

  /// Also when the height changes: a long list moves under its window then.
  private void toChosen() {
    int row = table.getSelectionModel().getSelectedIndex();
    if (row >= 0) {
      table.scrollTo(Math.max(0, row - ABOVE));
    }
  }

  private int row(int run) {
    for (int row = 0; row < order.length; row++) {
      if (order[row] == run) {
        return row;
      }
    }
    return -1;
  }

  private TableColumn<Integer, String> text(
      String title, String meaning, double ems, IntFunction<String> words) {
    var column = new TableColumn<Integer, String>();
    column.setUserData(title);
    column.setGraphic(Texts.explained(new Label(title), meaning));
    column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(words.apply(row.getValue())));
    column.setCellFactory(_ -> new WholeTextCell<>());
    column.setPrefWidth(ems * Font.getDefault().getSize());
    table.getColumns().add(column);
    return column;
  }

  private void number(Figure figure) {
    var column =
        text(
            figure.title(),
            figure.meaning(),
            Math.max(FIGURE, LETTER * figure.title().length() + SORT_SIGN),
            run -> figure.words(store.figure(figure, run)));
    figures.put(figure, column);
    column.setUserData(figure);
    column.getStyleClass().add("number");
    column.setSortType(TableColumn.SortType.DESCENDING);
  }

  /// Numbers of runs in their order.
  private static final class Numbers extends ObservableListBase<Integer> {
    private final int[] order;

    Numbers(int[] order) {
      this.order = order;
    }

    @Override
    public Integer get(int row) {
      return order[row];
    }

    @Override
    public int size() {
      return order.length;
    }
  }
}
