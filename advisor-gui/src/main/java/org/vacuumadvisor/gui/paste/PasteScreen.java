package org.vacuumadvisor.gui.paste;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.animation.PauseTransition;
import javafx.application.Platform;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.control.SplitPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Dialogs;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Placeholders;
import org.vacuumadvisor.gui.screen.Screen;
import org.vacuumadvisor.gui.screen.Screen.Shortcut;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.work.Background.Work;

/// A box to paste into; beside it what is the matter, below it every run.
public final class PasteScreen extends Screen {
  private static final double NARROW = 240;

  /// What is read sooner takes the place of what was there without a step between.
  private static final Duration LATE = Duration.millis(300);

  private final PasteModel model;
  private final TextPane text;
  private final RunTable runs;
  private final RunPicture picture = new RunPicture();
  private final AnswerPane answer;
  private final HBox busy = new HBox(10);
  private final PauseTransition late = new PauseTransition(LATE);
  private final SplitPane upper = Boxes.split(Orientation.HORIZONTAL, 0.52);
  private final SplitPane lower = Boxes.split(Orientation.HORIZONTAL, 0.62);
  private final SplitPane whole = Boxes.split(Orientation.VERTICAL, 0.6);
  private final LogOverview overview;
  private final ToggleButton wholeLog =
      new ToggleButton("Overview of all runs", Glyph.TABLES.node());
  private boolean hasRuns;
  private boolean isOverviewOld = true;

  public PasteScreen(Shell shell) {
    super(shell, new VBox(), "screen");
    this.model =
        new PasteModel(shell.background(), shell.workbench(), shell.configuration()::ignoring);
    this.text = new TextPane(model);
    this.answer = new AnswerPane(shell, model);
    this.runs = new RunTable(model);
    this.overview = new LogOverview(this::showRun, this::showRuns);
    wholeLog.setMinWidth(Region.USE_PREF_SIZE);
    Texts.explained(
        wholeLog, "When the runs of this log were at work, and which tables took most (Ctrl+L)");
    wholeLog.selectedProperty().subscribe(_ -> arrange());
    text.setMinWidth(NARROW);
    answer.setMinWidth(NARROW);
    upper.getItems().setAll(text, answer);
    node.getChildren().setAll(head(), Boxes.tall(whole));
    model.reading.subscribe(this::show);
    model.trouble.subscribe((_, _) -> show(model.reading.get()));
    late.setOnFinished(_ -> {
      model.forgetReplaced();
      showIfNothing();
    });
    model.work.subscribe((_, now) -> follow(now));
    model.run.subscribe(this::draw);
    model.marked.subscribe(marks -> {
      if (marks.isAsked()) {
        wholeLog.setSelected(false);
      }
      if (!text.isWritten() && !marks.isEmpty() && !marks.isAsked()) {
        Platform.runLater(answer::focusProblem);
      }
    });
  }

  @Override
  public void shown() {
    text.requestFocus();
  }

  @Override
  public List<Shortcut> shortcuts() {
    return List.of(
        Shortcut.of("Shortcut+O", "Open files", this::choose),
        Shortcut.of("Shortcut+E", "Show an example", this::example),
        Shortcut.of("Shortcut+Shift+V", "Paste below what is there", text::pasteBelow),
        Shortcut.of("F2", "Go to the text", this::toText),
        Shortcut.of("F3", "Go to the problem that is chosen", answer::focusProblem),
        Shortcut.of("Shortcut+L", "Show the log as a whole, or its problems", this::turn),
        Shortcut.of("Shortcut+F", "Filter the runs", runs::focusFilter),
        Shortcut.of("Shortcut+Shift+X", "Clear", text::clear),
        Shortcut.of("Alt+DOWN", "Go on to Advice", () -> shell.navigator().go(Place.ADVICE)));
  }

  @Override
  public void paste() {
    text.paste();
  }

  @Override
  public void open(List<Path> files) {
    model.open(files);
  }

  private void turn() {
    if (wholeLog.isVisible()) {
      wholeLog.setSelected(!wholeLog.isSelected());
    }
  }

  private void toText() {
    wholeLog.setSelected(false);
    text.requestFocus();
  }

  @Override
  public void close() {
    model.cancel();
  }

  private HBox head() {
    busy.setAlignment(Pos.CENTER_RIGHT);
    return Boxes.row(
        10,
        Texts.whole("Paste", "screen-title"),
        Boxes.wide(busy),
        wholeLog,
        Texts.button(Glyph.EXAMPLE, "Show an example", this::example),
        Texts.button(Glyph.OPEN, "Open files…", this::choose),
        Texts.button(Glyph.CLEAR, "Clear", text::clear));
  }

  private void example() {
    text.put(Texts.resource(PasteScreen.class, "example.log"));
  }

  private void choose() {
    Dialogs.open(shell, "Open logs", model::open);
  }

  private void show(Optional<Reading> reading) {
    answer.show(reading);
    var read = reading.map(Reading::runs).orElse(List.of());
    runs.show(read);
    hasRuns = !read.isEmpty();
    isOverviewOld = true;
    wholeLog.setSelected(false);
    arrange();
    draw(model.run.get());
    if (reading.isPresent() && !text.isWritten()) {
      answer.focusProblem();
    }
  }

  /// Either the problems with the text and the runs, or the log as a whole.
  private void arrange() {
    Boxes.show(wholeLog, hasRuns && !runs.areFew());
    if (wholeLog.isSelected()) {
      if (isOverviewOld) {
        isOverviewOld = false;
        overview.show(model.reading.get().map(Reading::runs).orElse(List.of()));
      }
      whole.getItems().setAll(overview);
      Platform.runLater(overview::requestFocus);
      return;
    }
    if (runs.areFew()) {
      answer.tell(hasRuns ? List.of(runs.choices(), picture) : List.of());
      whole.getItems().setAll(upper);
    } else if (!whole.getItems().contains(lower)) {
      answer.tell(List.of());
      lower.getItems().setAll(runs, Boxes.scrolled(picture));
      whole.getItems().setAll(upper, lower);
    }
  }

  private void showRun(int run) {
    wholeLog.setSelected(false);
    model.select(run);
  }

  private void showRuns(String table) {
    wholeLog.setSelected(false);
    runs.filterBy(table);
  }

  private void draw(Optional<Integer> number) {
    var reading = model.reading.get();
    var run = reading.flatMap(each -> number.flatMap(each::run));
    if (run.isPresent()) {
      picture.show(run.get(), reading.get().place(number.get()));
    } else {
      var why =
          number.isPresent()
              ? "Its lines alone tell too little; they are marked."
              : "Choose one in the list to see it drawn.";
      picture.getChildren().setAll(Placeholders.empty("No run is drawn", why));
    }
  }

  private void follow(Optional<Work> work) {
    busy.getChildren().clear();
    late.stop();
    if (work.isPresent()) {
      busy.getChildren().setAll(Placeholders.busy(work.get(), work.get()::cancel));
      late.playFromStart();
    } else {
      showIfNothing();
    }
  }

  /// What stands where nothing is read depends on whether something is being read.
  private void showIfNothing() {
    if (model.reading.get().isEmpty()) {
      show(Optional.empty());
    }
  }
}
