package org.vacuumadvisor.gui.screen;

import java.util.List;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.text.TextAlignment;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.work.Background.Work;
import org.vacuumadvisor.gui.work.ExampleServer;
import org.vacuumadvisor.gui.work.Workbench.Opened;

/// What stands where there is nothing to show yet, or where something failed: always with what to
/// do next.
public final class Placeholders {
  private static final double WIDTH = 520;

  private Placeholders() {}

  /// Nothing is there yet.
  ///
  /// @param what one line
  /// @param next what to do, a sentence or two
  /// @param actions buttons that do it
  public static VBox empty(String what, String next, Node... actions) {
    var title = Texts.wrapped(what, "section-title");
    var text = Texts.wrapped(next, "faint");
    text.setMaxWidth(WIDTH);
    text.setTextAlignment(TextAlignment.CENTER);
    text.setAlignment(Pos.CENTER);
    text.setMinWidth(0);
    title.setMaxWidth(Region.USE_PREF_SIZE);
    title.setTextAlignment(TextAlignment.CENTER);
    var buttons = new FlowPane(10, 10, actions);
    buttons.setPrefWrapLength(WIDTH);
    buttons.setAlignment(Pos.CENTER);
    buttons.setMinWidth(0);
    var box = new VBox(title, text, buttons);
    box.setMinWidth(0);
    box.getStyleClass().add("empty");
    return Boxes.tall(box);
  }

  /// A button that opens the example that comes with the program, for all screens.
  ///
  /// @param failed takes a sentence where it cannot be opened
  public static Button example(Shell shell, Consumer<String> failed) {
    return example(shell, shell.workbench()::open, failed);
  }

  /// The same where more is to be done than to open it.
  public static Button example(Shell shell, Consumer<Opened> open, Consumer<String> failed) {
    return Texts.button(
        Glyph.EXAMPLE,
        "Show an example",
        () -> shell.start(_ -> ExampleServer.open(), open, failed));
  }

  /// A button that goes to the screen where one pastes or connects.
  public static Button go(Shell shell, Place place) {
    return Texts.button(
        place.glyph(),
        place == Place.PASTE ? "Paste a log or figures" : "Connect to a server",
        () -> shell.navigator().go(place));
  }

  /// How far a job is, and the way to end it.
  public static HBox busy(Work work, Runnable cancel) {
    var bar = new ProgressBar();
    bar.progressProperty().bind(work.progress);
    bar.setAccessibleText("How much is read");
    var step = Texts.line("", "faint", "small");
    step.textProperty().bind(work.step);
    return Boxes.row(10, step, bar, Texts.flat(Glyph.CLEAR, "Cancel", cancel));
  }

  /// Something failed.
  ///
  /// @param sentence what happened, to what, and what to do
  public static HBox error(String sentence, Node... actions) {
    return banner("critical", Glyph.CRITICAL.node(), sentence, actions);
  }

  /// Says in its place what went wrong; an empty sentence takes back what was said before.
  public static void say(Pane messages, String sentence) {
    messages.getChildren().setAll(sentence.isEmpty() ? List.of() : List.of(error(sentence)));
  }

  /// Something stands in the way of what the screen is for.
  ///
  /// @param sentence what does, and what to do
  public static HBox warning(String sentence, Node... actions) {
    return banner("warning", Glyph.WARNING.node(), sentence, actions);
  }

  private static HBox banner(String style, Node glyph, String sentence, Node... actions) {
    var text = Boxes.wide(Texts.wrapped(sentence));
    var box = new HBox(glyph, text);
    box.getChildren().addAll(actions);
    box.getStyleClass().addAll("banner", style);
    box.setAccessibleText(text.getText());
    return box;
  }
}
