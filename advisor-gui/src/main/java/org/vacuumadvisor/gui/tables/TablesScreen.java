package org.vacuumadvisor.gui.tables;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.DataTable;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Placeholders;
import org.vacuumadvisor.gui.screen.Screen;
import org.vacuumadvisor.gui.screen.Screen.Shortcut;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.work.Background.Work;
import org.vacuumadvisor.gui.work.Workbench;
import org.vacuumadvisor.gui.work.Workbench.Opened;
import org.vacuumadvisor.model.RelationName;

/// All tables of what is open, and a page for each.
public final class TablesScreen extends Screen {
  private final DataTable<TableLine> list;
  private final TableColumns columns = new TableColumns(this::now);
  private final TablePage page;
  private final VBox overview;
  private List<TableLine> lines = List.of();
  private Optional<Opened> source = Optional.empty();
  private Optional<Work> work = Optional.empty();

  /// @param timelines what was seen while a server was watched
  public TablesScreen(Shell shell, Timelines timelines) {
    super(shell, new StackPane());
    list = list(columns);
    list.onOpen(line -> workbench().table.set(Optional.of(line.relation().name())));
    page = new TablePage(shell, timelines, this::back);
    overview = new VBox(list.head(Texts.line("Tables", "screen-title")), Boxes.tall(list));
    overview.getStyleClass().add("screen");
    node.getStylesheets()
        .add(Objects.requireNonNull(TablesScreen.class.getResource("tables.css")).toExternalForm());
    workbench().openedProperty().subscribe(this::read);
    list.filter(TablesScreen::isWanted);
    list.search().textProperty().subscribe(_ -> list.setPlaceholder(noneListed()));
    workbench().table.subscribe(_ -> show());
  }

  private Workbench workbench() {
    return shell.workbench();
  }

  /// The list of tables, the worst first.
  static DataTable<TableLine> list(TableColumns columns) {
    var list =
        new DataTable<TableLine>("Tables", "table", columns.all, line -> line.relation().name());
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
    work =
        opened.map(each ->
            shell.start(
                _ -> TableLine.of(each.assessment()),
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
    boolean isAnother =
        before.isPresent() && from.isPresent() && !before.get().equals(from.get().origin());
    if (isAnother) {
      // What somebody searched for in one server means nothing in another.
      list.search().clear();
      list.choose(Optional.empty());
      list.scrollTo(0);
      back();
    }
    list.show(lines);
    show();
  }

  /// PostgreSQL's own are listed where something was found about them. They are told apart by oid,
  /// which pasted figures do not have.
  private static boolean isWanted(TableLine line) {
    return !line.relation().isSystem() || !line.findings().isEmpty();
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
        Shortcut.of("Shortcut+F", "Search tables by name", this::search),
        Shortcut.of("Alt+Left", "Back from a table to the list", this::back));
  }

  private void show() {
    if (lines.isEmpty()) {
      node.getChildren().setAll(nothing());
      return;
    }
    var chosen = workbench().table.get().flatMap(this::line);
    if (chosen.isPresent()) {
      page.show(chosen.get(), source.orElseThrow());
      put(page.node(), page::shown);
    } else {
      put(overview, list::requestFocus);
      chooseFirst();
    }
  }

  private void put(Node content, Runnable focus) {
    if (!node.getChildren().contains(content)) {
      node.getChildren().setAll(content);
      focus.run();
    }
  }

  private Node nothing() {
    if (!source.equals(workbench().opened())) {
      return Placeholders.empty("Reading…", "Every table appears here with its figures.");
    }
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

  private void search() {
    list.search().requestFocus();
    list.search().selectAll();
  }

  /// What stands in place of the lines where there are none.
  private Node noneListed() {
    return !list.search().getText().isBlank()
        ? Placeholders.empty(
            "No table is like that",
            "Show more by clearing the search.",
            Texts.button(Glyph.CLEAR, "Clear the search", list.search()::clear))
        : Placeholders.empty(
            "There are no tables but PostgreSQL's own",
            "What was looked at holds none that somebody made, and nothing is the matter with those"
                + " of the system catalogs.");
  }

  private Optional<TableLine> line(RelationName name) {
    return lines.stream().filter(each -> each.relation().name().equals(name)).findFirst();
  }

  private void back() {
    workbench().table.set(Optional.empty());
  }
}
