package org.vacuumadvisor.gui.tables;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.advice.BlockedCleanup;
import org.vacuumadvisor.gui.part.ScriptNode;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.past.Archives;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Placeholders;
import org.vacuumadvisor.gui.screen.Screen;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.screen.Shortcut;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.work.Opened;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.unit.Quantities;

/// All tables of what is open, and a page for each.
public final class TablesScreen implements Screen {
  private static final double GAP = 8;

  private final Shell shell;
  private final TablesModel model;
  private final TableList list;
  private final FilterBar filter;
  private final TablePage page;
  private final VBox blocked = new VBox();
  private final VBox overview;
  private Optional<Origin> origin = Optional.empty();
  private final StackPane node = new StackPane();

  /// @param timelines what was seen while a server was watched
  /// @param archives what was before
  public TablesScreen(Shell shell, Timelines timelines, Archives archives) {
    this.shell = shell;
    model = new TablesModel(shell.workbench(), shell.background(), archives.pastProperty());
    list = new TableList(model, this::open);
    filter = new FilterBar(model, () -> shell.workbench().amongProperty().set(Set.of()));
    page = new TablePage(shell, timelines, archives, this::back);
    overview = new VBox(head(), blocked, filter, list);
    overview.getStyleClass().add("screen");
    node.getStylesheets()
        .add(Objects.requireNonNull(TablesScreen.class.getResource("tables.css")).toExternalForm());
    VBox.setVgrow(list, Priority.ALWAYS);
    model.filterProperty().subscribe(_ -> list.setPlaceholder(noneListed()));
    model.sourceProperty().subscribe(this::reset);
    model.sourceProperty().subscribe(_ -> show());
    shell.workbench().tableProperty().subscribe(_ -> show());
    shell.workbench().problemProperty().subscribe(_ -> showBlocked());
  }

  private Node head() {
    var title = Texts.line("Tables", "screen-title");
    var count = Texts.line("", "faint");
    count.textProperty().bind(model.summaryProperty());
    var room = new Region();
    HBox.setHgrow(room, Priority.ALWAYS);
    var copy = Texts.button(Glyph.COPY, "Copy as CSV", this::copyShown);
    Texts.explained(
        copy, "Puts all lines that are shown, with the columns that are shown, on the clipboard.");
    var head =
        new HBox(GAP, title, count, room, list.chooser(shell.memory(), "tables.columns"), copy);
    head.setAlignment(Pos.CENTER_LEFT);
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

  /// What somebody searched for in one server means nothing in another.
  private void reset(Optional<Opened> source) {
    var next = source.map(Opened::origin);
    if (next.isPresent() && !next.equals(origin)) {
      if (origin.isPresent()) {
        filter.clear();
        back();
      }
      list.getSelectionModel().clearSelection();
      list.scrollTo(0);
      origin = next;
    }
  }

  private void show() {
    if (model.all().isEmpty()) {
      node.getChildren().setAll(nothing());
      return;
    }
    showBlocked();
    var chosen = shell.workbench().tableProperty().get().flatMap(model::line);
    if (chosen.isPresent()) {
      page.show(chosen.get(), model.sourceProperty().get().orElseThrow());
      put(page.node(), page::shown);
    } else {
      put(overview, list::requestFocus);
      chooseFirst();
    }
  }

  /// Says who keeps dead rows from being removed, and of how many tables that are due.
  private void showBlocked() {
    blocked.getChildren().clear();
    model
        .assessment()
        .flatMap(each -> BlockedCleanup.of(each).stream().findFirst())
        .ifPresent(each -> {
          long due = model.all().stream().filter(line -> !line.blocked().isEmpty()).count();
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
    blocked.setVisible(!blocked.getChildren().isEmpty());
    blocked.setManaged(blocked.isVisible());
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
    var isRead = model.sourceProperty().get().isPresent();
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
  private Node noneListed() {
    return model.isFiltered()
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
          shell.workbench().chooseBlockedCleanup();
          shell.navigator().go(Place.ADVICE);
        });
  }

  private void open(TableLine line) {
    shell.workbench().tableProperty().set(Optional.<RelationName>of(line.relation().name()));
  }

  private void back() {
    shell.workbench().tableProperty().set(Optional.empty());
  }

  private void copyShown() {
    ScriptNode.copy(list.csv());
  }
}
