package org.vacuumadvisor.gui.freeze;

import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.shape.Rectangle;
import javafx.stage.FileChooser;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.freeze.Appointment;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.report.FreezeReport;
import org.vacuumadvisor.freeze.report.FreezeWords;
import org.vacuumadvisor.gui.part.PartNodes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Placeholders;
import org.vacuumadvisor.gui.screen.Screen;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.screen.Shortcut;
import org.vacuumadvisor.gui.screen.WhenShown;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.work.ExampleServer;
import org.vacuumadvisor.gui.work.Opened;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.unit.Quantities;

/// Tells when tables come to their limits, and plans to freeze them before.
public final class FreezeScreen implements Screen {
  private static final double LIST = 300;
  private static final double ROW = 30;
  private static final int ROWS = 8;

  private final Shell shell;
  private final FreezeModel model;
  private final StackPane root = new StackPane();
  private final VBox content = new VBox();
  private final VBox messages = new VBox();
  private final VBox verdict = new VBox();
  private final Timeline timeline = new Timeline();
  private final Label when = Texts.wrapped("", "card-title");
  private final Label beyond = Texts.line("", "faint", "small");
  private final ListView<Appointment> calendar = new ListView<>();
  private final AppointmentPane details = new AppointmentPane();
  private final VBox report = new VBox();
  private boolean isShowing;

  public FreezeScreen(Shell shell) {
    this.shell = shell;
    model = new FreezeModel(shell.background());
    root.getStyleClass().add("screen");
    content.getStyleClass().add("freeze");
    content.getChildren().setAll(head(), messages, scrolled());
    prepareCalendar();
    var opened = new WhenShown<Optional<Opened>>(root, this::open);
    shell.workbench().openedProperty().subscribe(opened::accept);
    model.planProperty().subscribe(this::show);
    model.refusalProperty().subscribe(_ -> show(model.planProperty().get()));
    model.chosenProperty().subscribe(this::choose);
    model.errorProperty().subscribe(this::say);
  }

  @Override
  public Place place() {
    return Place.FREEZE;
  }

  @Override
  public Node node() {
    return root;
  }

  @Override
  public List<Shortcut> shortcuts() {
    return List.of(Shortcut.of("Shortcut+E", "Save the plan as lines of a crontab", this::save));
  }

  private Node head() {
    var title = Texts.line("Freeze plan", "screen-title");
    title.setMinWidth(Region.USE_PREF_SIZE);
    var space = new Region();
    HBox.setHgrow(space, Priority.ALWAYS);
    var hours = new TextField();
    hours.setPromptText("02:00-04:00; Sat 01:00-06:00");
    hours.setPrefColumnCount(18);
    hours.setAccessibleText("Quiet hours");
    hours.setOnAction(_ -> model.quietHours(hours.getText()));
    var label = new Label("Quiet hours");
    label.setLabelFor(hours);
    Texts.explained(
        hours,
        "When vacuumdb may run, by the server's clock: \"Sat 02:00-05:00\", \"Mon-Fri"
            + " 23:30-01:00\", \"02:00-04:00\" for every night, with semicolons between. Enter"
            + " plans anew.");
    var head = new HBox(title, space, label, hours, export());
    head.setAlignment(Pos.CENTER_LEFT);
    head.getStyleClass().add("try-head");
    return head;
  }

  private Button export() {
    var button = new Button("Crontab…", Glyph.EXPORT.node());
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.setOnAction(_ -> save());
    return button;
  }

  private void save() {
    var chooser = new FileChooser();
    chooser.setInitialFileName("freeze.crontab");
    var file = chooser.showSaveDialog(shell.window().get());
    if (file != null) {
      model.saveCrontab(file.toPath());
    }
  }

  private Node scrolled() {
    var lines = new VBox(when, timeline, legend(), beyond);
    beyond.managedProperty().bind(beyond.textProperty().isNotEmpty());
    lines.getStyleClass().add("card");
    HBox.setHgrow(details, Priority.ALWAYS);
    calendar.setMinWidth(LIST);
    calendar.setPrefWidth(LIST);
    var plan = new HBox(calendar, details);
    plan.getStyleClass().add("try-body");
    var all = new VBox(verdict, lines, plan, report);
    all.getStyleClass().add("freeze-all");
    var scroll = new ScrollPane(all);
    scroll.setFitToWidth(true);
    scroll.getStyleClass().add("plain");
    VBox.setVgrow(scroll, Priority.ALWAYS);
    return scroll;
  }

  private static Node legend() {
    var legend =
        new HBox(
            sample("track-calm", "nothing to do"),
            sample("track-pressing", "any vacuum freezes it"),
            sample("track-window", "a window of the plan"),
            sample("track-forced", "autovacuum by force, if nobody freezes before"));
    legend.getStyleClass().add("try-body");
    return legend;
  }

  private static Node sample(String style, String text) {
    var sample = new Rectangle(style.equals("track-window") ? 6 : 18, 12);
    sample.getStyleClass().add(style);
    var label = new Label(text, sample);
    label.getStyleClass().add("small");
    return label;
  }

  private void prepareCalendar() {
    calendar.setAccessibleText("Windows of the plan");
    calendar.setFixedCellSize(ROW);
    calendar.setCellFactory(_ ->
        new ListCell<>() {
          @Override
          protected void updateItem(@Nullable Appointment item, boolean isEmpty) {
            super.updateItem(item, isEmpty);
            setText(isEmpty || item == null ? null : line(item));
          }
        });
    calendar
        .getSelectionModel()
        .selectedItemProperty()
        .addListener((_, _, chosen) -> select(chosen));
  }

  private String line(Appointment appointment) {
    return model
            .planProperty()
            .get()
            .map(plan -> new FreezeWords(plan).slot(appointment))
            .orElse("")
        + " · "
        + Quantities.counted(appointment.touches().count(), "table");
  }

  private void open(Optional<Opened> opened) {
    model.open(opened.map(each -> each.assessment().evidence()));
  }

  private void show(Optional<FreezePlan> plan) {
    if (plan.isEmpty()) {
      root.getChildren().setAll(empty());
      return;
    }
    root.getChildren().setAll(content);
    shell.background().start(_ -> Told.of(plan.get()), this::draw, this::say);
  }

  /// A plan in words, which takes its time where there are thousands of tables.
  private record Told(FreezePlan plan, List<Part> parts, Schedule schedule) {
    static Told of(FreezePlan plan) {
      return new Told(plan, FreezeReport.of(plan).parts(), Schedule.of(plan));
    }
  }

  private void draw(Told told) {
    var plan = told.plan();
    if (!model.planProperty().get().equals(Optional.of(plan))) {
      return;
    }
    var parts = told.parts();
    var schedule = told.schedule();
    verdict.getChildren().setAll(PartNodes.node(parts.getFirst()));
    timeline.draw(schedule);
    timeline.getParent().setVisible(schedule.hasNews());
    timeline.getParent().setManaged(schedule.hasNews());
    when.setText(
        plan.rates()
            .transactions()
            .filter(_ -> schedule.isDated())
            .map(rate ->
                "When autovacuum comes by force, if transaction IDs go on as in the %s they were counted"
                    .formatted(Quantities.duration(rate.over())))
            .orElse("When autovacuum comes by force: no date yet"));
    beyond.setText(
        schedule.beyond() > 0
            ? "and %s later".formatted(Quantities.counted(schedule.beyond(), "table"))
            : "");
    var appointments = plan.calendar();
    isShowing = true;
    calendar.getItems().setAll(appointments);
    isShowing = false;
    calendar.setPrefHeight(ROW * Math.clamp(appointments.size(), 3, ROWS) + 4);
    calendar.setVisible(!appointments.isEmpty());
    calendar.setManaged(!appointments.isEmpty());
    report.getChildren().setAll(PartNodes.column(parts.subList(1, parts.size())));
    choose(model.chosenProperty().get());
  }

  private void select(@Nullable Appointment chosen) {
    if (!isShowing && chosen != null) {
      model.chosenProperty().set(Optional.of(chosen));
    }
  }

  private void choose(Optional<Appointment> chosen) {
    isShowing = true;
    chosen.ifPresentOrElse(
        calendar.getSelectionModel()::select, calendar.getSelectionModel()::clearSelection);
    isShowing = false;
    model.planProperty().get().ifPresent(plan -> details.show(plan, chosen));
  }

  private Node empty() {
    var example =
        Texts.button(
            Glyph.EXAMPLE,
            "Plan for an example",
            () ->
                shell
                    .background()
                    .start(_ -> ExampleServer.open(), shell.workbench()::open, this::say));
    example.getStyleClass().add("accent");
    var connect =
        Texts.button(
            Glyph.CONNECT, "Connect to a server", () -> shell.navigator().go(Place.CONNECT));
    connect.setDisable(!shell.navigator().has(Place.CONNECT));
    var why = model.refusalProperty().get();
    return why.isEmpty()
        ? Placeholders.empty(
            "When do tables have to be frozen?",
            "Autovacuum freezes a table by force, at whatever hour, once its oldest row is"
                + " autovacuum_freeze_max_age transactions old. Connect to a server to see when"
                + " that comes, and a plan to freeze in quiet hours before.",
            connect,
            example)
        : Placeholders.empty("There is no plan for this", why, connect, example);
  }

  private void say(String sentence) {
    if (sentence.isEmpty()) {
      messages.getChildren().clear();
    } else {
      messages.getChildren().setAll(Placeholders.error(sentence));
    }
  }
}
