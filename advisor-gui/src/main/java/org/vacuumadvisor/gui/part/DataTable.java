package org.vacuumadvisor.gui.part;

import atlantafx.base.controls.CustomTextField;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javafx.application.Platform;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
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
import javafx.scene.layout.Region;
import javafx.scene.text.Font;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.work.Memory;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// The table of the window: sorted by any column, figures the largest first and what is not known
/// last; filtered; its columns chosen; its lines copied as CSV. The first column takes the room
/// that the others leave. What somebody chose stays chosen when rows are replaced.
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
  private static final String END = "\r\n";
  private static final String FORMULA_STARTS = "=+-@\t\r\n|%";

  private final Map<Column<R>, TableColumn<R, R>> columns = new LinkedHashMap<>();
  private final String noun;
  private final Function<R, ?> identity;
  private final CustomTextField search = new CustomTextField();
  private final Label count = Texts.line("", "faint");
  private List<R> all = List.of();
  private Predicate<R> filter = _ -> true;
  private Optional<?> chosen = Optional.empty();
  private Consumer<R> onChoose = _ -> {};
  private @Nullable TableColumn<R, ?> sortedBy;
  private boolean isArranging;
  private boolean isUsual = true;

  /// @param name what a screen reader calls it
  /// @param noun what one of its lines is: "table"
  /// @param identity what makes a row the same in newer figures
  @SuppressWarnings("this-escape") // the last of its subclass is its columns, which are given
  public DataTable(String name, String noun, List<Column<R>> columns, Function<R, ?> identity) {
    this.noun = noun;
    this.identity = identity;
    search.setLeft(Glyph.SEARCH.node());
    search.setPromptText("Search");
    search.setAccessibleText("Search: " + name);
    Texts.explained(
        search,
        columns.stream()
            .filter(each -> !each.isFigure)
            .map(Column::title)
            .collect(Collectors.joining(", ", "Words in any of: ", ".")));
    search.textProperty().subscribe((_, _) -> arrangeAnew());
    setAccessibleText(name);
    getStyleClass().add("data-table");
    setItems(FXCollections.observableArrayList());
    getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
    // Lines of one height let the list jump anywhere without measuring what is in between.
    setFixedCellSize(Math.ceil(Font.getDefault().getSize() * LINE));
    for (var column : columns) {
      var made = made(column);
      this.columns.put(column, made);
      getColumns().add(made);
    }
    setOnSort(event -> {
      event.consume();
      sorted();
    });
    getSelectionModel()
        .selectedItemProperty()
        .subscribe(row -> {
          if (row != null && !isArranging) {
            chosen = Optional.of(identity.apply(row));
            onChoose.accept(row);
          }
        });
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

  private void copy() {
    ScriptNode.copy(csv(getSelectionModel().getSelectedItems()));
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
  public final void show(List<R> rows) {
    all = List.copyOf(rows);
    arrange();
  }

  /// Shows only some of them.
  public final void filter(Predicate<R> wanted) {
    filter = wanted;
    arrange();
  }

  /// A field whose words all have to stand in a line, in any column of words, large or small
  /// letters alike.
  public final TextField search() {
    return search;
  }

  private boolean isFound(R row, List<String> wanted) {
    return wanted.stream()
        .allMatch(word ->
            columns.keySet().stream()
                .filter(each -> !each.isFigure)
                .anyMatch(each -> each.words.apply(row).toLowerCase(Locale.ROOT).contains(word)));
  }

  /// Chooses a row, whoever asks for it; nobody is called back.
  public final void choose(Optional<?> row) {
    if (!row.equals(chosen) || getSelectionModel().isEmpty()) {
      chosen = row;
      isArranging = true;
      select();
      isArranging = false;
      toChosen();
    }
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
    sortedBy = column.<TableColumn<R, ?>>map(this::columnOf).orElse(null);
    column.map(this::columnOf).ifPresent(each -> each.setSortType(first(each)));
    getSortOrder().setAll(column.map(this::columnOf).stream().toList());
    arrange();
  }

  /// Shows or hides a column, unless somebody chose columns.
  public final void show(Column<R> column, boolean isShown) {
    if (isUsual) {
      column.isKnown = isShown;
      columnOf(column).setVisible(isShown);
      giveRoom();
    }
  }

  /// A menu of the columns there are, which remembers what is chosen.
  private MenuButton chooser(Memory memory, String key) {
    var menu = new MenuButton("Columns", Glyph.COLUMNS.node());
    menu.setMinWidth(Region.USE_PREF_SIZE);
    menu.setAccessibleText("Choose columns");
    var known = memory.value(key).map(each -> List.of(each.split(",")));
    isUsual = known.isEmpty();
    columns.entrySet().stream()
        .skip(1)
        .forEach(each -> {
          known.ifPresent(names -> each.getValue().setVisible(names.contains(each.getKey().title)));
          var item = new CheckMenuItem(each.getKey().title);
          item.selectedProperty().bindBidirectional(each.getValue().visibleProperty());
          item.setOnAction(_ -> {
            isUsual = false;
            memory.keep(key, shown().stream().map(Column::title).collect(Collectors.joining(",")));
          });
          menu.getItems().add(item);
        });
    return menu;
  }

  /// What stands above it: its title, how many lines are shown of how many, `3 of 12 tables`, and
  /// what searches them and chooses columns.
  public final HBox head(Label title, Memory memory, String key) {
    return Boxes.row(10, title, Boxes.wide(count), search, chooser(memory, key));
  }

  /// All lines that are shown, with the columns that are shown.
  public final String csv() {
    return csv(getItems());
  }

  private String csv(List<R> rows) {
    return csv(shown(), rows);
  }

  /// A table as CSV (RFC 4180): figures as plain numbers, times in ISO 8601. What a spreadsheet
  /// would take for a formula is marked as text with an apostrophe, for names come from the server.
  private static <R> String csv(List<Column<R>> columns, List<R> rows) {
    var csv = new StringBuilder(line(columns, DataTable::csvTitle));
    rows.forEach(row -> csv.append(line(columns, each -> cell(each, row))));
    return csv.toString();
  }

  private static <R> String line(List<Column<R>> columns, Function<Column<R>, String> cell) {
    return columns.stream().map(cell).collect(Collectors.joining(",", "", END));
  }

  private static String csvTitle(Column<?> column) {
    return quoted(
        column.unit.isEmpty() ? column.title : "%s (%s)".formatted(column.title, column.unit));
  }

  private static <R> String cell(Column<R> column, R row) {
    return column.isFigure ? plain(column.key.apply(row)) : quoted(column.words.apply(row));
  }

  private static String plain(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case Share share -> BigDecimal.valueOf(share.fraction()).toPlainString();
      case Double number -> BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
      default -> value.toString();
    };
  }

  private static String quoted(String text) {
    boolean isFormula = !text.isEmpty() && FORMULA_STARTS.indexOf(text.charAt(0)) >= 0;
    var safe = isFormula ? "'" + text : text;
    boolean isPlain = safe.chars().noneMatch(c -> c == '"' || c == ',' || c < ' ' || c == ';');
    return isPlain ? safe : '"' + safe.replace("\"", "\"\"") + '"';
  }

  private List<Column<R>> shown() {
    return getVisibleLeafColumns().stream().map(this::column).toList();
  }

  private Column<R> column(TableColumn<R, ?> column) {
    return columns.keySet().stream()
        .filter(each -> column.equals(columns.get(each)))
        .findFirst()
        .orElseThrow();
  }

  private TableColumn<R, R> columnOf(Column<R> column) {
    return Objects.requireNonNull(columns.get(column));
  }

  private TableColumn<R, R> made(Column<R> column) {
    var made = new TableColumn<R, R>();
    made.setGraphic(Texts.explained(new Label(column.title), column.meaning));
    made.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue()));
    made.setCellFactory(_ -> new Cell(column));
    made.setVisible(column.isUsual);
    made.setPrefWidth(width(column));
    made.setMinWidth(columns.isEmpty() ? width(column) : 0);
    if (column.isFigure) {
      made.getStyleClass().add("number");
    }
    return made;
  }

  private static double width(Column<?> column) {
    return Math.max(column.letters * LETTER, column.title.length() * BOLD_LETTER + SORT_SIGN)
        * Font.getDefault().getSize();
  }

  private SortType first(TableColumn<R, ?> column) {
    var data = column(column);
    return data.isFigure || data.order.isPresent() ? SortType.DESCENDING : SortType.ASCENDING;
  }

  /// JavaFX sorts ascending, descending, not at all; figures begin with the largest, and after that
  /// the smallest.
  private void sorted() {
    var now = getSortOrder().isEmpty() ? null : getSortOrder().getFirst();
    var before = sortedBy;
    sortedBy = now;
    if (now != null && !now.equals(before) && now.getSortType() != first(now)) {
      now.setSortType(first(now));
      return;
    }
    if (now == null
        && before != null
        && before.getSortType() == SortType.DESCENDING
        && first(before) == SortType.DESCENDING) {
      Platform.runLater(() -> {
        sortedBy = before;
        before.setSortType(SortType.ASCENDING);
        getSortOrder().setAll(List.of(before));
      });
      return;
    }
    arrangeAnew();
  }

  /// Somebody wants another order, or others: what is first of them is what they look for.
  private void arrangeAnew() {
    arrange();
    scrollTo(0);
  }

  private void arrange() {
    isArranging = true;
    List<R> wanted = all.stream().filter(filter).toList();
    var words = SPACES.splitAsStream(search.getText().toLowerCase(Locale.ROOT).strip()).toList();
    List<R> rows = wanted.stream().filter(row -> isFound(row, words)).toList();
    count.setText(
        rows.size() == wanted.size()
            ? Quantities.counted(wanted.size(), noun)
            : "%,d of %s".formatted(rows.size(), Quantities.counted(wanted.size(), noun)));
    for (var column : List.copyOf(getSortOrder()).reversed()) {
      rows = sorted(rows, column(column), column.getSortType() == SortType.ASCENDING);
    }
    getItems().setAll(rows);
    select();
    isArranging = false;
    toChosen();
  }

  private void select() {
    var items = getItems();
    getSelectionModel().clearSelection();
    for (int at = 0; chosen.isPresent() && at < items.size(); at++) {
      if (identity.apply(items.get(at)).equals(chosen.get())) {
        getSelectionModel().clearAndSelect(at);
        return;
      }
    }
  }

  /// A row and what it is sorted by, asked for once.
  private record Keyed<R>(R row, @Nullable Comparable<?> key) {}

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static <R> List<R> sorted(List<R> rows, Column<R> column, boolean isAscending) {
    if (column.order.isPresent()) {
      var order = column.order.get();
      return rows.stream().sorted(isAscending ? order : order.reversed()).toList();
    }
    Comparator<Comparable> order =
        isAscending ? Comparator.naturalOrder() : Comparator.reverseOrder();
    var keyed = new ArrayList<Keyed<R>>(rows.size());
    rows.forEach(row -> keyed.add(new Keyed<>(row, column.key.apply(row))));
    keyed.sort(Comparator.comparing(each -> (Comparable) each.key(), Comparator.nullsLast(order)));
    return keyed.stream().map(Keyed::row).toList();
  }

  /// The first column takes what the others leave; those that yield and find no room go.
  private void giveRoom() {
    if (getWidth() <= 0 || getVisibleLeafColumns().isEmpty()) {
      return;
    }
    var first = columns.keySet().iterator().next();
    double room = getWidth() - SCROLL_BAR;
    double left = room - width(first) - others(first, each -> !each.isYielding);
    for (var column : columns.keySet()) {
      if (column.isYielding && isUsual) {
        boolean isShown = column.isKnown && columnOf(column).getWidth() <= left;
        columnOf(column).setVisible(isShown);
        left -= isShown ? columnOf(column).getWidth() : 0;
      }
    }
    columnOf(first).setPrefWidth(Math.max(width(first), room - others(first, _ -> true)));
  }

  private double others(Column<R> first, Predicate<Column<R>> wanted) {
    return shown().stream()
        .filter(each -> !each.equals(first) && wanted.test(each))
        .mapToDouble(each -> columnOf(each).getWidth())
        .sum();
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
