package org.vacuumadvisor.gui.tables;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.advice.BlockedCleanup;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.DataTable;
import org.vacuumadvisor.gui.part.ScriptNode;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.past.Archives;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Placeholders;
import org.vacuumadvisor.gui.screen.Screen;
import org.vacuumadvisor.gui.screen.Screen.Shortcut;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.work.Work;
import org.vacuumadvisor.gui.work.Workbench;
import org.vacuumadvisor.gui.work.Workbench.Opened;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.unit.Quantities;

/// All tables of what is open, and a page for each.
public final class TablesScreen implements Screen {
  private static final double GAP = 8;

  private final Shell shell;
  private final Archives archives;
  private final DataTable<TableLine> list;
  private final TableColumns columns = new TableColumns(this::now);
  private final FilterBar filter;
  private final TablePage page;
  private final Label count = Texts.line("", "faint");
  private final VBox blocked = new VBox();
  private final VBox overview;
  private final StackPane node = new StackPane();
  private List<TableLine> lines = List.of();
  private Optional<Opened> source = Optional.empty();
  private Optional<Work> work = Optional.empty();
  private Map<RelationName, Long> growth = Map.of();

  /// @param timelines what was seen while a server was watched
  /// @param archives what was before
  public TablesScreen(Shell shell, Timelines timelines, Archives archives) {
    this.shell = shell;
    this.archives = archives;
    list = list(columns);
    list.onOpen(line -> workbench().tableProperty().set(Optional.of(line.relation().name())));
    filter = new FilterBar(this::narrow, () -> workbench().amongProperty().set(Set.of()));
    page = new TablePage(shell, timelines, archives, this::back);
    overview = new VBox(head(), blocked, filter, list);
    overview.getStyleClass().add("screen");
    node.getStylesheets()
        .add(Objects.requireNonNull(TablesScreen.class.getResource("tables.css")).toExternalForm());
    VBox.setVgrow(list, Priority.ALWAYS);
    workbench().openedProperty().subscribe(this::read);
    archives
        .pastProperty()
        .addListener(_ -> {
          if (!growth.equals(archives.growth())) {
            read(workbench().opened());
          }
        });
    workbench().amongProperty().subscribe(filter::among);
    workbench().tableProperty().subscribe(_ -> show());
    workbench().problemProperty().subscribe(_ -> showBlocked());
  }

  private Workbench workbench() {
    return shell.workbench();
  }

  /// The list of tables, the worst first.
  static DataTable<TableLine> list(TableColumns columns) {
    var list = new DataTable<TableLine>("Tables", columns.all, line -> line.relation().name());
    list.getStyleClass().add("tables");
    list.sortBy(Optional.of(columns.findings));
    return list;
  }

  /// The server's clock when the lines were true.
  private Instant now() {
    return source
        .map(each -> each.assessment().evidence().survey().takenAt())
        .orElse(Instant.EPOCH);
  }

  /// Lines are computed beside the window.
  private void read(Optional<Opened> opened) {
    work.ifPresent(Work::cancel);
    growth = archives.growth();
    var known = growth;
    work =
        opened.map(each ->
            shell
                .background()
                .start(
                    _ -> TableLines.of(each.assessment(), known),
                    made -> take(opened, made),
                    why -> node.getChildren().setAll(Placeholders.error(why))));
    if (opened.isEmpty()) {
      take(opened, List.of());
    }
  }

  private void take(Optional<Opened> from, List<TableLine> made) {
    var before = source.map(Opened::origin);
    source = from;
    lines = made.stream().sorted(Comparator.comparing(TableLine::name)).toList();
    filter.fill(lines);
    if (before.isPresent() && from.isPresent() && !before.equals(from.map(Opened::origin))) {
      // What somebody searched for in one server means nothing in another.
      filter.clear();
      list.choose(Optional.empty());
      list.scrollTo(0);
      back();
    }
    list.show(columns.growth, !growth.isEmpty());
    list.show(lines);
    narrow();
    show();
  }

  private void narrow() {
    var wanted = filter.filter();
    list.filter(wanted);
    list.setPlaceholder(noneListed(wanted));
    int shown = list.getItems().size();
    long all = lines.stream().filter(wanted.ofScope()).count();
    count.setText(
        shown == all
            ? Quantities.counted(all, "table")
            : "%s of %s".formatted(Quantities.count(shown), Quantities.counted(all, "table")));
  }

  private Node head() {
    var title = Texts.line("Tables", "screen-title");
    var copy = Texts.button(Glyph.COPY, "Copy as CSV", this::copyShown);
    Texts.explained(
        copy, "Puts all lines that are shown, with the columns that are shown, on the clipboard.");
    var head =
        Boxes.row(
            GAP, title, count, Boxes.room(), list.chooser(shell.memory(), "tables.columns"), copy);
    return head;
  }

  @Override
  public Place place() {
    return Place.TABLES;
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void shown() {
    if (node.getChildren().contains(overview)) {
      list.requestFocus();
      chooseFirst();
    }
  }

  /// Enter opens the worst, wherever nobody has chosen another.
  private void chooseFirst() {
    if (list.getSelectionModel().isEmpty() && !list.getItems().isEmpty()) {
      list.getSelectionModel().select(0);
    }
  }

  @Override
  public List<Shortcut> shortcuts() {
    return List.of(
        Shortcut.of("Shortcut+F", "Search tables by name", filter::search),
        Shortcut.of("Shortcut+Shift+C", "Copy the list as CSV", this::copyShown),
        Shortcut.of("Alt+Left", "Back from a table to the list", this::back));
  }

  private void show() {
    if (lines.isEmpty()) {
      node.getChildren().setAll(nothing());
      return;
    }
    showBlocked();
    var chosen = workbench().tableProperty().get().flatMap(this::line);
    if (chosen.isPresent()) {
      page.show(chosen.get(), source.orElseThrow());
      put(page.node(), page::shown);
    } else {
      put(overview, list::requestFocus);
      chooseFirst();
    }
  }

  /// Says who keeps dead rows from being removed, and of how many tables that are due.
  private void showBlocked() {
    blocked.getChildren().clear();
    source
        .flatMap(each -> BlockedCleanup.of(each.assessment()).stream().findFirst())
        .ifPresent(each -> {
          long due = lines.stream().filter(line -> !line.blocked().isEmpty()).count();
          var effect =
              due == 0
                  ? ""
                  : "Until that ends, the dead rows of %s past the threshold stay."
                      .formatted(Quantities.counted(due, "table"));
          var text = isChosen(each) ? effect : each.finding().headline() + ". " + effect;
          if (!text.isEmpty()) {
            blocked
                .getChildren()
                .add(
                    Placeholders.warning(
                        text.strip(),
                        whatToDo(),
                        Texts.button(
                            Glyph.TRY, "Try without it", () -> shell.navigator().go(Place.TRY))));
          }
        });
    Boxes.show(blocked, !blocked.getChildren().isEmpty());
  }

  /// Whether the window says it already, above this screen.
  private boolean isChosen(BlockedCleanup blocker) {
    return shell
        .workbench()
        .problemProperty()
        .get()
        .filter(each -> each.cause().equals(blocker.finding()))
        .isPresent();
  }

  private void put(Node content, Runnable focus) {
    if (!node.getChildren().contains(content)) {
      node.getChildren().setAll(content);
      focus.run();
    }
  }

  private Node nothing() {
    boolean isRead = source.isPresent();
    return Placeholders.empty(
        isRead ? "No figures of tables in what is open" : "There are no tables yet",
        "Paste what you have of a server, or connect to one: every table appears here with its"
            + " figures.",
        Placeholders.go(shell, Place.PASTE),
        Placeholders.go(shell, Place.CONNECT),
        Placeholders.example(
            shell, sentence -> node.getChildren().setAll(Placeholders.error(sentence))));
  }

  /// What stands in place of the lines where there are none.
  private Node noneListed(TableFilter wanted) {
    return !wanted.equals(TableFilter.USUAL)
        ? Placeholders.empty(
            "No table is like that",
            "Show more by clearing the search and the filters.",
            Texts.button(Glyph.CLEAR, "Clear filters", filter::clear))
        : Placeholders.empty(
            "There are no tables but PostgreSQL's own",
            "What was looked at holds none that somebody made. Those of the system catalogs are"
                + " listed on request.",
            Texts.button(Glyph.TABLES, "Show PostgreSQL's own", filter::showOwn));
  }

  private Button whatToDo() {
    return Texts.button(
        Glyph.ADVICE,
        "Advice",
        () -> {
          workbench().chooseBlockedCleanup();
          shell.navigator().go(Place.ADVICE);
        });
  }

  private Optional<TableLine> line(RelationName name) {
    return lines.stream().filter(each -> each.relation().name().equals(name)).findFirst();
  }

  private void back() {
    workbench().tableProperty().set(Optional.empty());
  }

  private void copyShown() {
    ScriptNode.copy(list.csv());
  }
}
