package org.vacuumadvisor.gui.part;

import atlantafx.base.controls.CustomTextField;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;
import javafx.collections.transformation.SortedList;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableColumn.SortType;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.text.Font;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.report.data.CsvRuns;
import org.vacuumadvisor.unit.Quantities;

/// The table of the window: sorted by any column, figures the largest first and what is not known
/// last; filtered; its lines copied as CSV. The first column takes the room that the others leave.
/// What somebody chose stays chosen when rows are replaced.
///
/// @param <R> what a row shows
public class DataTable<R> extends TableView<R> {
  private static final KeyCombination COPY = KeyCombination.valueOf("Shortcut+C");
  private static final Pattern SPACES = Pattern.compile("\\s+");
  private static final double LINE = 2.1;
  private static final double LETTER = 0.6;
  private static final double BOLD_LETTER = 0.66;
  private static final double SORT_SIGN = 4.6;
  private static final double SCROLL_BAR = 18;
  private static final int ABOVE = 2;

  private final ObservableList<R> rows = FXCollections.observableArrayList();
  private final FilteredList<R> wanted = new FilteredList<>(rows);
  private final List<Shown> columns;
  private final String noun;
  private final Function<R, ?> identity;
  private final CustomTextField search = new CustomTextField();
  private final Label count = Texts.line("", "faint");
  private Predicate<R> filter = _ -> true;
  private Optional<?> chosen = Optional.empty();
  private Consumer<R> onChoose = _ -> {};
  private boolean isArranging;

  /// @param name what a screen reader calls it
  /// @param noun what one of its lines is: "table"
  /// @param identity what makes a row the same in newer figures
  @SuppressWarnings("this-escape") // the last of its subclass is its columns, which are given
  public DataTable(String name, String noun, List<Column<R>> columns, Function<R, ?> identity) {
    this.noun = noun;
    this.identity = identity;
    this.columns = columns.stream().map(Shown::new).toList();
    search.setLeft(Glyph.SEARCH.node());
    search.setPromptText("Search");
    search.setAccessibleText("Search: " + name);
    Texts.explained(
        search,
        columns.stream()
            .filter(each -> !each.isFigure)
            .map(each -> each.title)
            .collect(Collectors.joining(", ", "Words in any of: ", ".")));
    search
        .textProperty()
        .subscribe((_, _) -> {
          narrow();
          scrollTo(0); // what is first of others is what somebody looks for
        });
    setAccessibleText(name);
    getStyleClass().add("data-table");
    var sorted = new SortedList<>(wanted);
    sorted.comparatorProperty().bind(comparatorProperty());
    setItems(sorted);
    getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
    // Lines of one height let the list jump anywhere without measuring what is in between.
    setFixedCellSize(Math.ceil(Font.getDefault().getSize() * LINE));
    getColumns().setAll(this.columns);
    this.columns.getFirst().setMinWidth(this.columns.getFirst().getPrefWidth());
    setOnSort(_ ->
        Platform.runLater(() -> {
          arrange(() -> {});
          scrollTo(0);
        }));
    getSelectionModel().selectedItemProperty().subscribe(this::chosen);
    addEventHandler(
        KeyEvent.KEY_PRESSED,
        key -> {
          if (COPY.match(key)) {
            copy();
            key.consume();
          }
        });
    var copying = new MenuItem("Copy as CSV (Ctrl+C)", Glyph.COPY.node());
    copying.setOnAction(_ -> copy());
    setContextMenu(new ContextMenu(copying));
    widthProperty().subscribe(this::giveRoom);
    getVisibleLeafColumns().subscribe(this::giveRoom);
  }

  private void chosen(@Nullable R row) {
    if (row != null && !isArranging && !chosen.equals(Optional.of(identity.apply(row)))) {
      chosen = Optional.of(identity.apply(row));
      onChoose.accept(row);
    }
  }

  /// The lines that are chosen, with the columns that are shown: figures as plain numbers, times in
  /// ISO 8601.
  private void copy() {
    var shown = columns.stream().filter(TableColumn::isVisible).map(column -> column.data).toList();
    var cells = getSelectionModel().getSelectedItems().stream().map(row -> cells(shown, row));
    ScriptNode.copy(
        Stream.concat(Stream.of(shown.stream().map(column -> column.title)), cells)
            .map(CsvRuns::line)
            .collect(Collectors.joining()));
  }

  private static <R> Stream<?> cells(List<Column<R>> shown, R row) {
    return shown.stream()
        .map(column ->
            column.isFigure
                ? Objects.requireNonNullElse(column.key.apply(row), "")
                : column.words.apply(row));
  }

  /// Calls back with a row that somebody chose.
  public void onChoose(Consumer<R> action) {
    onChoose = action;
  }

  /// Calls back with a row on which somebody pressed Enter or clicked twice.
  public void onOpen(Consumer<R> action) {
    setOnKeyPressed(key -> {
      if (key.getCode() == KeyCode.ENTER) {
        open(action);
        key.consume();
      }
    });
    setOnMouseClicked(click -> {
      if (click.getClickCount() == 2) {
        open(action);
      }
    });
  }

  private void open(Consumer<R> action) {
    Optional.ofNullable(getSelectionModel().getSelectedItem()).ifPresent(action);
  }

  /// Shows rows in place of others.
  public final void show(List<R> next) {
    arrange(() -> rows.setAll(next));
    tellCount();
  }

  /// Shows only some of them.
  public final void filter(Predicate<R> some) {
    filter = some;
    narrow();
  }

  /// A field whose words all have to stand in a line, in any column of words, large or small
  /// letters alike.
  public final TextField search() {
    return search;
  }

  private void narrow() {
    var words = SPACES.splitAsStream(search.getText().toLowerCase(Locale.ROOT).strip()).toList();
    arrange(() -> wanted.setPredicate(row -> filter.test(row) && isFound(row, words)));
    tellCount();
  }

  private void tellCount() {
    var all = Quantities.counted(rows.stream().filter(filter).count(), noun);
    count.setText(search.getText().isBlank() ? all : "%,d of %s".formatted(wanted.size(), all));
  }

  private boolean isFound(R row, List<String> words) {
    return words.stream()
        .allMatch(word ->
            columns.stream()
                .map(each -> each.data)
                .filter(each -> !each.isFigure)
                .anyMatch(each -> each.words.apply(row).toLowerCase(Locale.ROOT).contains(word)));
  }

  /// Chooses a row, whoever asks for it; nobody is called back.
  public final void choose(Optional<?> row) {
    if (!row.equals(chosen) || getSelectionModel().isEmpty()) {
      chosen = row;
      arrange(() -> {});
    }
  }

  /// What was chosen stays so, whatever becomes of the rows.
  private void arrange(Runnable change) {
    isArranging = true;
    change.run();
    getSelectionModel().clearSelection();
    for (int at = 0; chosen.isPresent() && at < getItems().size(); at++) {
      if (identity.apply(getItems().get(at)).equals(chosen.get())) {
        getSelectionModel().select(at);
        break;
      }
    }
    isArranging = false;
    toChosen();
  }

  /// Brings the row that is chosen into sight.
  public final void toChosen() {
    int at = getSelectionModel().getSelectedIndex();
    if (at >= 0) {
      scrollTo(Math.max(0, at - ABOVE));
    }
  }

  /// The order by one column; empty is as rows were given.
  public final void sortBy(Optional<Column<R>> column) {
    getSortOrder().setAll(column.map(this::shown).stream().toList());
  }

  /// Shows or hides a column.
  public final void show(Column<R> column, boolean isShown) {
    shown(column).isKnown = isShown;
    shown(column).setVisible(isShown);
    giveRoom();
  }

  private Shown shown(Column<R> column) {
    return columns.stream().filter(each -> each.data.equals(column)).findFirst().orElseThrow();
  }

  /// What stands above it: its title, how many lines are shown of how many, `3 of 12 tables`, and
  /// what searches them.
  public final HBox head(Label title) {
    return Boxes.row(10, title, Boxes.wide(count), search);
  }

  /// The first column takes what the others leave; those that yield and find no room go.
  private void giveRoom() {
    if (getWidth() <= 0 || getVisibleLeafColumns().isEmpty()) {
      return;
    }
    var first = columns.getFirst();
    double room = getWidth() - SCROLL_BAR;
    double left = room - first.getMinWidth() - others(each -> !each.data.isYielding);
    for (var column : columns) {
      if (column.data.isYielding) {
        column.setVisible(column.isKnown && column.getWidth() <= left);
        left -= column.isVisible() ? column.getWidth() : 0;
      }
    }
    first.setPrefWidth(Math.max(first.getMinWidth(), room - others(_ -> true)));
  }

  private double others(Predicate<Shown> some) {
    return columns.stream()
        .skip(1)
        .filter(each -> each.isVisible() && some.test(each))
        .mapToDouble(TableColumn::getWidth)
        .sum();
  }

  /// A column as the table has it. Figures begin with the largest, so that this is what JavaFX
  /// calls ascending, and its arrow is turned round.
  private final class Shown extends TableColumn<R, R> {
    private final Column<R> data;
    private boolean isKnown = true;

    Shown(Column<R> data) {
      this.data = data;
      setGraphic(Texts.explained(new Label(data.title), data.meaning));
      setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue()));
      setCellFactory(_ -> new Cell(data));
      setComparator(this::compare);
      setMinWidth(0);
      setPrefWidth(
          Math.max(data.letters * LETTER, data.title.length() * BOLD_LETTER + SORT_SIGN)
              * Font.getDefault().getSize());
      if (data.isFigure) {
        getStyleClass().add("number");
      }
      if (data.isFigure || data.order.isPresent()) {
        getStyleClass().add("largest-first");
      }
    }

    /// What is not known is last in either direction.
    @SuppressWarnings({"unchecked", "rawtypes"})
    private int compare(R one, R other) {
      if (data.order.isPresent()) {
        return data.order.get().compare(other, one);
      }
      Comparable<?> mine = data.key.apply(one);
      Comparable<?> theirs = data.key.apply(other);
      if (mine == null || theirs == null) {
        int unknown = Boolean.compare(mine == null, theirs == null);
        return getSortType() == SortType.ASCENDING ? unknown : -unknown;
      }
      int order = ((Comparable) mine).compareTo(theirs);
      return data.isFigure ? -order : order;
    }
  }

  /// Says one thing, and more when it is pointed at.
  private final class Cell extends TableCell<R, R> {
    private final Column<R> column;
    private final BiConsumer<TableCell<R, R>, R> drawing;

    Cell(Column<R> column) {
      this.column = column;
      this.drawing = column.drawing.get();
      if (column.isFigure) {
        getStyleClass().add("number");
      }
      // Only what is pointed at needs a tooltip: making one for each cell would make scrolling
      // slow.
      setOnMouseEntered(_ -> explain());
    }

    @Override
    protected void updateItem(@Nullable R row, boolean isEmpty) {
      super.updateItem(row, isEmpty);
      setTooltip(null);
      setGraphic(null);
      setText(null);
      if (!isEmpty && row != null) {
        setText(TerminalText.escaped(column.words.apply(row)));
        drawing.accept(this, row);
      }
    }

    private void explain() {
      var row = getItem();
      if (row != null && getTooltip() == null) {
        var said = column.more.apply(row);
        var text = said.isEmpty() ? column.words.apply(row) : said;
        setTooltip(Texts.tip(text.isEmpty() ? column.meaning : text + "\n" + column.meaning));
      }
    }
  }
}
