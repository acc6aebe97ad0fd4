package org.vacuumadvisor.gui.xray;

import java.util.List;
import java.util.Optional;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Slider;
import javafx.scene.control.TextField;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.shape.Rectangle;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Dialogs;
import org.vacuumadvisor.gui.screen.Placeholders;
import org.vacuumadvisor.gui.screen.Screen;
import org.vacuumadvisor.gui.screen.Screen.Shortcut;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.xray.Drawn.Mark;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.page.CompactionMethod;

/// Looks into the pages of a table: what each byte is, and what a vacuum would do.
public final class XrayScreen extends Screen {
  private static final double DETAILS = 320;

  private final Pages example = Pages.example();
  private final XrayModel model;
  private final Label name = Texts.wrapped("", "strong");
  private final VBox messages = new VBox();
  private final TextField block = new TextField();
  private final Label blocks = Texts.whole("", "faint");
  private final PagePicture picture = new PagePicture();
  private final FlowPane legend = new FlowPane();
  private final VBox details = new VBox();
  private final StepBar steps;

  /// The chosen table whose pages were asked for when this screen was shown.
  private Optional<RelationName> looked = Optional.empty();

  public XrayScreen(Shell shell) {
    super(shell, new VBox(), "screen", "xray");
    model = new XrayModel(shell.background(), example);
    steps = new StepBar(model);
    node.getChildren().addAll(head(), messages, turn(), centre(), steps);
    Dialogs.acceptFiles(node, model::openFiles);
    model.pages.subscribe(this::opened);
    model.sight.subscribe(sight -> sight.ifPresentOrElse(this::see, this::seeNothing));
    model.error.subscribe(sentence -> Placeholders.say(messages, sentence));
    picture.chosen.addListener(_ -> describe());
    picture.pointed.addListener(_ -> describe());
  }

  @Override
  public void shown() {
    picture.requestFocus();
    var chosen = shell.workbench().table.get();
    if (chosen.isPresent() && !chosen.equals(looked)) {
      looked = chosen;
      look(chosen.get().sql());
    } else if (model.pages.get().equals(example)
        && shell.workbench().pageReader.get().isPresent()) {
      messages
          .getChildren()
          .setAll(Placeholders.warning("This is the example, not a table of your server."));
    }
  }

  @Override
  public List<Shortcut> shortcuts() {
    return List.of(
        Shortcut.of("Shortcut+O", "Open the file of a table", this::choose),
        Shortcut.of("Page_Down", "Go to the next block", () -> model.turn(1)),
        Shortcut.of("Page_Up", "Go to the block before", () -> model.turn(-1)),
        Shortcut.of("Shortcut+Right", "Next step of the vacuum", () -> steps.step(1)),
        Shortcut.of("Shortcut+Left", "Step back", () -> steps.step(-1)));
  }

  private Node head() {
    var open =
        Texts.explained(
            Texts.button(Glyph.OPEN, "Open file…", this::choose),
            "The file of a table, from a copy, a base backup or a data directory:"
                + " pg_relation_filepath('table') tells which. No server is needed.");
    var again = Texts.button(Glyph.EXAMPLE, "Show an example", () -> model.open(example));
    var head =
        Boxes.row(
            0,
            Texts.whole("Page X-ray", "screen-title"),
            Boxes.wide(name),
            ofServer(),
            open,
            again);
    head.getStyleClass().add("xray-head");
    return head;
  }

  /// A table of the server that is being looked at.
  private Node ofServer() {
    var table = new TextField();
    table.setPromptText("schema.table");
    table.setPrefColumnCount(12);
    table.setAccessibleText("Table on the server");
    table.setOnAction(_ -> look(table.getText()));
    var look = Texts.button(Glyph.SEARCH, "Look", () -> look(table.getText()));
    var choice = Boxes.row(0, table, look);
    choice.getStyleClass().add("xray-turn");
    choice.setMinWidth(Region.USE_PREF_SIZE);
    Texts.explained(
        table,
        "A table of the server that is connected. Its pages are read one by one through the"
            + " extension pageinspect, which only superusers may use.");
    var workbench = shell.workbench();
    workbench.table.subscribe(chosen -> chosen.ifPresent(each -> table.setText(each.sql())));
    workbench.pageReader.subscribe(reader -> Boxes.show(choice, reader.isPresent()));
    return choice;
  }

  private void look(String table) {
    if (!table.isBlank()) {
      var reader = shell.workbench().pageReader.get();
      reader.ifPresent(each -> model.open(Pages.ofServer(each, table.strip())));
    }
  }

  private Node turn() {
    block.setPrefColumnCount(6);
    block.setAccessibleText("Block");
    block.setOnAction(_ -> go(block.getText()));
    var before = Texts.button(Glyph.STEP_BACK, "", () -> model.turn(-1));
    before.setAccessibleText("Block before");
    var after = Texts.button(Glyph.STEP_ON, "", () -> model.turn(1));
    after.setAccessibleText("Next block");
    var label = new Label("Block");
    label.setLabelFor(block);
    var turn = Boxes.row(0, label, before, block, after, blocks);
    turn.getStyleClass().add("xray-turn");
    return turn;
  }

  private Node centre() {
    var left = new VBox(Boxes.tall(picture), legend);
    left.getStyleClass().add("xray-page");
    details.getStyleClass().add("card");
    var scrolled = Boxes.scrolled(details);
    scrolled.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    scrolled.setPrefWidth(DETAILS);
    scrolled.setMinWidth(DETAILS);
    legend.getStyleClass().add("xray-legend");
    var centre = new HBox(16, Boxes.wide(left), scrolled);
    centre.setMinHeight(0);
    return Boxes.tall(centre);
  }

  private void choose() {
    Dialogs.open(shell, "Open the file of a table", model::openFiles);
  }

  private void go(String text) {
    try {
      model.show(Long.parseLong(text.strip()));
    } catch (NumberFormatException _) {
      Placeholders.say(messages, "A block is a whole number, counted from 0.");
    }
  }

  private void opened(Pages pages) {
    messages.getChildren().clear();
    name.setText(Texts.inLines(Texts.shown(pages.name())));
    var last = pages.lastBlock();
    blocks.setText(
        last.isPresent() ? "%d to %d".formatted(pages.firstBlock(), last.getAsLong()) : "");
    picture.chosen.set(0);
  }

  private void see(XrayModel.Sight sight) {
    long number = sight.xray().block();
    block.setText(String.valueOf(number));
    var drawn = sight.drawn();
    picture.draw(drawn, number);
    legend.getChildren().setAll(drawn.marks().stream().map(XrayScreen::entry).toList());
    describe();
  }

  private static Node entry(Mark mark) {
    var sample = new Rectangle(mark.isPointer() ? 6 : 18, 12);
    sample.getStyleClass().addAll("mark", mark.style());
    return Texts.explained(new Label(mark.word, sample), mark.meaning);
  }

  private void seeNothing() {
    block.clear();
    picture.draw(Drawn.NOTHING, 0);
    legend.getChildren().clear();
    show(new Details("No page", "There is nothing to show yet.", List.of()));
  }

  private void describe() {
    model
        .sight
        .get()
        .ifPresent(sight -> {
          int pointed = picture.pointed.get();
          var said =
              sight
                  .drawn()
                  .item(pointed > 0 ? pointed : picture.chosen.get())
                  .map(item -> Details.of(item, sight.xray().block()))
                  .orElseGet(() -> Details.of(sight));
          show(said);
          picture.describe(said.spoken());
        });
  }

  private void show(Details said) {
    var grid = new GridPane();
    grid.getStyleClass().add("xray-fields");
    grid.getColumnConstraints().setAll(Boxes.column(Priority.NEVER), Boxes.column(Priority.ALWAYS));
    for (var line : said.lines()) {
      int row = grid.getRowCount();
      if (line.field().isEmpty() && line.value().isEmpty()) {
        grid.add(Texts.wrapped(line.meaning(), "small"), 0, row, 2, 1);
        continue;
      }
      grid.add(Texts.whole(line.field(), "faint", "small"), 0, row);
      grid.add(Texts.wrapped(line.value(), "small"), 1, row);
      line.meaning()
          .lines()
          .forEach(each -> grid.add(Texts.wrapped(each, "small", "faint"), 1, grid.getRowCount()));
    }
    grid.getChildren().forEach(each -> GridPane.setValignment(each, VPos.TOP));
    details
        .getChildren()
        .setAll(Texts.wrapped(said.title(), "card-title"), Texts.wrapped(said.sentence()), grid);
  }

  /// Walks through the vacuum of a page, step by step and back.
  static final class StepBar extends VBox {
    private final XrayModel model;
    private final Label words = Texts.wrapped("", "xray-deed");
    private final Label count = Texts.whole("", "faint");
    private final Slider slider = new Slider(0, 1, 0);
    private final Button back = Texts.button(Glyph.STEP_BACK, "Back", () -> step(-1));
    private final Button next = Texts.button(Glyph.STEP_ON, "Step", () -> step(1));
    private boolean isShowing;

    StepBar(XrayModel model) {
      this.model = model;
      getStyleClass().addAll("card", "xray-steps");
      slider.setBlockIncrement(1);
      slider.setAccessibleText("Step of the vacuum");
      slider.valueProperty().addListener((_, _, value) -> slid(value.doubleValue()));
      var controls = Boxes.row(0, back, next, Boxes.wide(slider), count, methods());
      controls.getStyleClass().add("xray-controls");
      getChildren().addAll(words, controls);
      model.sight.subscribe(sight -> {
        setVisible(sight.isPresent());
        sight.ifPresent(this::show);
      });
    }

    void step(int by) {
      model.sight.get().ifPresent(now -> model.walkTo(now.step() + by));
    }

    private void show(XrayModel.Sight sight) {
      isShowing = true;
      slider.setMax(Math.max(1, sight.last()));
      slider.setValue(sight.step());
      isShowing = false;
      words.setText(words(sight));
      count.setText(sight.last() == 0 ? "" : "step %d of %d".formatted(sight.step(), sight.last()));
      back.setDisable(sight.step() == 0);
      next.setDisable(sight.step() == sight.last());
      slider.setDisable(sight.last() == 0);
      slider.setAccessibleRoleDescription(words.getText());
    }

    private String words(XrayModel.Sight sight) {
      if (sight.xray().page().isNew()) {
        return "The page is new: it was added to the file and never used.";
      }
      return sight
          .walk()
          .map(walk ->
              walk.deeds().size() == 1
                  ? "A VACUUM would leave this page as it is: nothing on it is known to be dead."
                  : XrayModel.words(walk.deeds().get(sight.step())))
          .orElse("The page is damaged: a VACUUM would not get through it.");
    }

    private void slid(double value) {
      if (!isShowing) {
        model.walkTo((int) Math.round(value));
      }
    }

    private Node methods() {
      var choice =
          Boxes.choice(
              "Way of compaction",
              List.of(CompactionMethod.values()),
              method ->
                  switch (method) {
                    case SORTED -> "until 13: sorted";
                    case SORT_FREE -> "since 14: sort-free";
                    case STRIDE -> "ours: in strides";
                  });
      choice.valueProperty().bindBidirectional(model.method);
      return Texts.explained(
          choice,
          "How tuples are moved together: PostgreSQL until 13 sorted them; since 14 it does not,"
              + " and moves neighbours together; ours leaves the same page in less time.");
    }
  }
}
