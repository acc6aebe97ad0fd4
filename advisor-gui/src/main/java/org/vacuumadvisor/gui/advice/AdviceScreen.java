package org.vacuumadvisor.gui.advice;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.stage.FileChooser;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.gui.part.PartNodes;
import org.vacuumadvisor.gui.part.ScriptNode;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Placeholders;
import org.vacuumadvisor.gui.screen.Screen;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.screen.Shortcut;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.work.Opened;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.PrintableSql;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.ReportOptions;

/// What to change, each change a contract, and what not to change and why. Nothing is executed.
public final class AdviceScreen implements Screen {
  private static final double WIDEST = 1_000;

  private final Shell shell;
  private final VBox node = new VBox();
  private final Label told = Texts.wrapped("", "faint", "small");

  public AdviceScreen(Shell shell) {
    this.shell = shell;
    node.getStyleClass().add("screen");
    shell.workbench().openedProperty().subscribe(this::show);
  }

  @Override
  public Place place() {
    return Place.ADVICE;
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public List<Shortcut> shortcuts() {
    return List.of(
        Shortcut.of("Shortcut+Shift+C", "Copy all statements", this::copyAll),
        Shortcut.of("Shortcut+S", "Save the SQL script", () -> export(Exports.SQL)));
  }

  private void show(Optional<Opened> opened) {
    told.setText("");
    var content = opened.map(each -> content(each.assessment())).orElseGet(this::nothing);
    VBox.setVgrow(content, Priority.ALWAYS);
    node.getChildren().setAll(head(opened), content);
  }

  private Node head(Optional<Opened> opened) {
    var title = Texts.line("Recommendations", "screen-title");
    title.setMinWidth(Region.USE_PREF_SIZE);
    HBox.setHgrow(told, Priority.ALWAYS);
    told.setAlignment(Pos.CENTER_RIGHT);
    var head = new HBox(10, title, told);
    head.setAlignment(Pos.CENTER_LEFT);
    if (opened.isPresent()) {
      var copy = Texts.button(Glyph.COPY, "Copy all SQL", this::copyAll);
      copy.setDisable(statements(opened.get().assessment()).isEmpty());
      head.getChildren().addAll(copy, exportMenu());
    }
    return head;
  }

  private MenuButton exportMenu() {
    var menu = new MenuButton("Export", Glyph.EXPORT.node());
    menu.setMinWidth(Region.USE_PREF_SIZE);
    for (var form : Exports.values()) {
      var item = new MenuItem(form.title());
      item.setOnAction(_ -> export(form));
      menu.getItems().add(item);
    }
    return menu;
  }

  private static Node content(Assessment assessment) {
    var parts = Report.of(assessment, ReportOptions.ofPage()).parts();
    var chosen = new ArrayList<Node>();
    parts.stream().filter(Part.Verdict.class::isInstance).map(PartNodes::node).forEach(chosen::add);
    if (assessment.recommendations().isEmpty()) {
      chosen.add(
          Texts.wrapped("There is nothing to change: no finding asks for it.", "section-title"));
    } else {
      chosen.add(
          Texts.wrapped(
              "Best first, by expected effect over risk. Nothing here is ever run for you: read it,"
                  + " copy it, run it where it says, verify.",
              "faint"));
    }
    new Contracts(assessment.recommendations(), parts).nodes().forEach(chosen::add);
    section(parts, Part.RefusalCard.class, "Not recommended, and why").forEach(chosen::add);
    section(parts, Part.GapCard.class, "What could not be seen").forEach(chosen::add);
    var column = new VBox(12);
    column.getChildren().setAll(chosen);
    column.setMaxWidth(WIDEST);
    var middle = new StackPane(column);
    middle.setAlignment(Pos.TOP_LEFT);
    var scroll = new ScrollPane(middle);
    scroll.setFitToWidth(true);
    scroll.getStyleClass().add("plain");
    return scroll;
  }

  private static Stream<Node> section(List<Part> parts, Class<? extends Part> kind, String title) {
    var cards = parts.stream().filter(kind::isInstance).map(PartNodes::node).toList();
    return cards.isEmpty()
        ? Stream.empty()
        : Stream.concat(Stream.of(Texts.wrapped(title, "section-title")), cards.stream());
  }

  private static List<String> statements(Assessment assessment) {
    return assessment.recommendations().stream()
        .map(Recommendation::sql)
        .flatMap(Optional::stream)
        .map(PrintableSql::of)
        .map(sql -> sql.endsWith(";") ? sql : sql + ";")
        .toList();
  }

  private void copyAll() {
    shell
        .workbench()
        .opened()
        .map(each -> statements(each.assessment()))
        .filter(all -> !all.isEmpty())
        .ifPresent(all -> {
          ScriptNode.copy(all.stream().collect(Collectors.joining("\n\n", "", "\n")));
          told.setText("%d statements copied.".formatted(all.size()));
        });
  }

  private void export(Exports form) {
    var opened = shell.workbench().opened();
    if (opened.isEmpty()) {
      return;
    }
    var chooser = new FileChooser();
    chooser.setTitle("Export as " + form.title());
    chooser.setInitialFileName("vacuum-advice." + form.ending());
    var file = chooser.showSaveDialog(shell.window().get());
    if (file != null) {
      write(form, opened.get().assessment(), file.toPath());
    }
  }

  private void write(Exports form, Assessment assessment, Path file) {
    var _ =
        shell
            .background()
            .start(
                _ -> Files.writeString(file, form.of(assessment), StandardCharsets.UTF_8),
                written -> told.setText("Written to %s.".formatted(written)),
                sentence -> told.setText(sentence));
  }

  private Node nothing() {
    var paste = new Button("Paste something");
    paste.getStyleClass().add("accent");
    paste.setOnAction(_ -> shell.navigator().go(Place.PASTE));
    return Placeholders.empty(
        "Nothing to recommend yet",
        "Paste a log or copied figures, or connect to a server: what to change is shown here.",
        paste);
  }
}
