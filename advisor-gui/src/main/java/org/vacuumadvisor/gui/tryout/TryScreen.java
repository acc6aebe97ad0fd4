package org.vacuumadvisor.gui.tryout;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.animation.PauseTransition;
import javafx.application.Platform;
import javafx.beans.binding.Bindings;
import javafx.scene.Node;
import javafx.scene.TraversalDirection;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.text.Font;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.forecast.report.SimulationReport;
import org.vacuumadvisor.gui.chart.TrendsPane;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Columns;
import org.vacuumadvisor.gui.part.PartNodes;
import org.vacuumadvisor.gui.part.ScriptNode;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Placeholders;
import org.vacuumadvisor.gui.screen.Screen;
import org.vacuumadvisor.gui.screen.Screen.Shortcut;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.screen.WhenShown;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.work.Workbench.Opened;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.Selection;
import org.vacuumadvisor.unit.Quantities;

/// Tries settings in the simulator: today and what would be, drawn together.
public final class TryScreen extends Screen {
  private static final List<Duration> LENGTHS =
      Stream.of(1, 6, 24, 7 * 24, 30 * 24).map(Duration::ofHours).toList();

  /// In letters of the window's size.
  private static final double KNOBS = 26;

  private static final double WIDE = 42;

  private final TryModel model;
  private final VBox content = new VBox();
  private final VBox messages = new VBox();
  private final VBox blocked = new VBox();
  private final VBox script = new VBox();
  private final VBox figures = new VBox(10);
  private final Label reason = Texts.wrapped("", "text-warning");
  private final Label busy = Texts.line("", "faint");
  private final PauseTransition late = new PauseTransition(javafx.util.Duration.millis(300));
  private final TrendsPane charts = new TrendsPane("", 2);
  private final Button advice;
  private final Button reset;

  public TryScreen(Shell shell) {
    super(shell, new StackPane(), "screen");
    model = new TryModel(shell.background());
    advice = Texts.button(Glyph.ADVICE, "Use the advisor's values", model::useAdvice);
    reset = Texts.button(Glyph.BACK, "Back to today", model::reset);
    content.getStyleClass().add("try");
    content.getChildren().setAll(head(), messages, blocked, body());
    for (var piece : List.of(messages, blocked)) {
      piece.managedProperty().bind(Bindings.isNotEmpty(piece.getChildren()));
    }
    var opened = new WhenShown<Optional<Opened>>(node, this::open);
    shell.workbench().openedProperty().subscribe(opened::accept);
    model.stand.subscribe(_ -> standing());
    model.reading.subscribe(_ -> standing());
    model.changes.subscribe(_ -> changed());
    model.trial.subscribe(_ -> draw());
    model.table.subscribe(_ -> draw());
    late.setOnFinished(_ -> busy.setText(working()));
    model.busy.subscribe(isBusy -> {
      late.stop();
      busy.setText("");
      if (isBusy) {
        late.play();
      }
    });
    model.table.subscribe(_ -> warn());
    model.ended.subscribe(_ -> warn());
    model.error.subscribe(sentence -> Placeholders.say(messages, sentence));
  }

  @Override
  public void shown() {
    shell.workbench().table.get().ifPresent(model::look);
  }

  @Override
  public List<Shortcut> shortcuts() {
    return List.of(
        Shortcut.of("Shortcut+U", "Use the advisor's values", model::useAdvice),
        Shortcut.of("Shortcut+R", "Back to today's settings", model::reset));
  }

  private Node head() {
    var length = Boxes.choice("How much time to simulate", LENGTHS, Quantities::duration);
    length.valueProperty().bindBidirectional(model.length);
    var title = Texts.whole("Try other settings", "screen-title");
    var head = Boxes.row(0, title, Boxes.wide(busy), new Label("Simulate"), length, advice, reset);
    head.getStyleClass().add("try-head");
    return head;
  }

  private Node body() {
    var left = Boxes.scrolled(new KnobPane(model));
    left.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    double width = KNOBS * Font.getDefault().getSize();
    left.setMinWidth(width);
    left.setPrefWidth(width);
    left.setMaxWidth(width);
    script.getStyleClass().add("try-script");
    var results = new VBox(reason, figures);
    results.getStyleClass().add("try-results");
    var wait =
        Placeholders.empty(
            "Simulating…", "The charts appear here. Settings can be changed meanwhile.");
    wait.visibleProperty().bind(charts.visibleProperty().not());
    wait.managedProperty().bind(wait.visibleProperty());
    var right = new VBox(Boxes.tall(charts), wait, new Columns(WIDE, 2, results, script));
    right.getStyleClass().add("try-right");
    var scrolled = Boxes.scrolled(right);
    scrolled.setFitToHeight(true);
    var body = new HBox(left, Boxes.wide(scrolled));
    body.getStyleClass().add("try-body");
    return Boxes.tall(body);
  }

  private void open(Optional<Opened> opened) {
    opened.ifPresentOrElse(model::open, model::clear);
    standing();
  }

  private void standing() {
    if (model.stand.get().isEmpty()) {
      node.getChildren().setAll(empty());
    } else if (!node.getChildren().contains(content)) {
      node.getChildren().setAll(content);
      // while it was read there was nothing for the keyboard
      Platform.runLater(() -> content.requestFocusTraversal(TraversalDirection.NEXT));
    }
  }

  private Node empty() {
    if (model.reading.get()) {
      return Placeholders.empty("Reading…", "What other settings would do appears here.");
    }
    boolean isOpen = shell.workbench().opened().isPresent();
    return Placeholders.empty(
        isOpen ? "This cannot be simulated" : "What would other settings do?",
        isOpen
            ? "What is open tells of no table how fast rows are written to it. Connect to a server,"
                + " or open a saved survey of one: two looks at it, some minutes apart, say it"
                + " best."
            : "The simulator runs autovacuum over all tables of a server, as its release does it,"
                + " and shows dead rows, sizes and the work of the workers under today's settings"
                + " and under yours. Nothing is changed on a server.",
        Placeholders.go(shell, Place.CONNECT),
        Placeholders.example(
            shell, why -> node.getChildren().setAll(new VBox(Placeholders.error(why), empty()))));
  }

  private void changed() {
    boolean isToday = model.changes.get().equals(Changes.NONE);
    reset.setDisable(isToday);
    var advised = model.stand.get().map(Stand::advised).orElse(Changes.NONE);
    advice.setDisable(advised.equals(Changes.NONE) || advised.equals(model.changes.get()));
    var text = model.script();
    script
        .getChildren()
        .setAll(
            text.isEmpty()
                ? Texts.wrapped(
                    "Change a setting: the charts show what it would do, and its statement appears"
                        + " here. Nothing is changed on a server.",
                    "faint",
                    "small")
                : ScriptNode.of(text, "Statements for what is different"));
  }

  private void draw() {
    var trial = model.trial.get();
    var table = model.table.get();
    if (trial.isEmpty() || table.isEmpty()) {
      charts.show(List.of(), Optional.empty(), _ -> {});
      figures.getChildren().clear();
      return;
    }
    var told = told(trial.get(), table.get());
    charts.show(
        Stream.concat(trial.get().charts(table.get()).stream(), ofServer(told)).toList(),
        Optional.empty(),
        _ -> {});
    figures
        .getChildren()
        .setAll(told.stream().filter(Part.Grid.class::isInstance).map(PartNodes::node).toList());
    var why =
        trial
            .get()
            .whyTheSame(table.get(), model.ended.get() ? Optional.empty() : holder(table.get()));
    reason.setText(why);
    Boxes.show(reason, !why.isEmpty());
    changed();
  }

  private String working() {
    int tables = model.stand.get().map(each -> each.cluster().tables().size()).orElse(0);
    return "Simulating %s of %s…"
        .formatted(Quantities.duration(model.length.get()), Quantities.counted(tables, "table"));
  }

  /// What reports say of a simulation, of the table that is looked at.
  private static List<Part> told(Trial trial, TableStart table) {
    var name = table.name();
    var one = new Selection(List.of(name.schema() + "." + name.name()), List.of(), Severity.INFO);
    return SimulationReport.parts(trial.whatIf(), ReportOptions.ofPage().with(one));
  }

  /// The charts of what workers do.
  private static Stream<Part.Lines> ofServer(List<Part> told) {
    return told.stream()
        .filter(Part.Lines.class::isInstance)
        .map(Part.Lines.class::cast)
        .filter(each -> each.measure() == Measure.SHARE || each.measure() == Measure.BYTES_A_SECOND)
        .limit(2);
  }

  private Optional<String> holder(TableStart table) {
    return model.stand.get().flatMap(each -> each.holderOf(table));
  }

  /// Says that a table's dead rows cannot be removed whatever is set, and offers to leave that out.
  private void warn() {
    var table = model.table.get();
    var holder = table.flatMap(this::holder);
    if (table.isEmpty() || holder.isEmpty()) {
      blocked.getChildren().clear();
      return;
    }
    var name = table.get().name().sql();
    var text =
        model.ended.get()
            ? "Simulated as if %s had ended. Today it blocks cleanup of %s."
                .formatted(holder.get(), name)
            : "No setting helps %s while its cleanup is blocked by %s: dead rows stay until that ends."
                .formatted(name, holder.get());
    var as = new CheckBox("Simulate as if it had ended");
    as.setSelected(model.ended.get());
    as.setMinWidth(Region.USE_PREF_SIZE);
    as.setOnAction(_ -> model.ended.set(as.isSelected()));
    var todo =
        Texts.button(
            Glyph.ADVICE,
            "Advice",
            () -> {
              shell.workbench().chooseBlockedCleanup();
              shell.navigator().go(Place.ADVICE);
            });
    blocked.getChildren().setAll(Placeholders.warning(text, as, todo));
  }
}
