package org.vacuumadvisor.gui.paste;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Consumer;
import javafx.animation.PauseTransition;
import javafx.scene.control.Button;
import javafx.scene.control.TextArea;
import javafx.scene.input.Clipboard;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.theme.Glyph;

/// The text: a box to paste into and write in, or its lines with those that prove something lit up.
/// What is too long for a box only has lines.
final class TextPane extends VBox {
  /// A text area lays out all it holds; beyond this it begins to lag.
  private static final int MOST_IN_BOX = 200_000;

  private static final Duration PAUSE = Duration.millis(250);
  private static final String PROMPT =
      """
      Paste here, in any mix:

        · what VACUUM VERBOSE printed, of any version since 9.6
        · lines of a server log, in any format
        · tables from psql: pg_stat_user_tables, pg_stat_activity, pg_settings, …

      Or drop files here, compressed or not.\
      """;

  private final PasteModel model;
  private final Box box = new Box();
  private final LinesView lines = new LinesView();
  private final StackPane stack = new StackPane(box);
  private final Button edit = Texts.button(Glyph.BACK, "Back to the text box", this::edit);
  private final HBox bar = new HBox(10, edit);
  private final PauseTransition pause = new PauseTransition(PAUSE);
  private boolean isSilent;

  TextPane(PasteModel model) {
    this.model = model;
    box.setPromptText(PROMPT);
    box.getStyleClass().add("code");
    box.setAccessibleText("Text to read");
    box.textProperty().subscribe(_ -> changed());
    edit.getStyleClass().addAll("flat", "small");
    pause.setOnFinished(_ -> model.read(box.getText()));
    setVgrow(stack, Priority.ALWAYS);
    getChildren().add(stack);
    model.readingProperty().subscribe(this::show);
    model.markedProperty().subscribe(this::mark);
    acceptFiles(model::open);
  }

  /// A box that hands on what is too long for it.
  private final class Box extends TextArea {
    @Override
    public void paste() {
      var text = Clipboard.getSystemClipboard().getString();
      if (text != null && text.length() > MOST_IN_BOX) {
        model.read(text);
      } else {
        super.paste();
      }
    }
  }

  private void changed() {
    if (!isSilent) {
      pause.playFromStart();
    }
  }

  /// Puts a text in the box, and reads it at once; undo takes it away.
  void put(String text) {
    edit();
    if (text.length() > MOST_IN_BOX) {
      model.read(text);
      return;
    }
    box.replaceText(0, box.getLength(), text);
    box.positionCaret(0);
    pause.stop();
    model.read(text);
  }

  /// Empties the box and forgets what was read.
  void clear() {
    edit();
    box.replaceText(0, box.getLength(), "");
    pause.stop();
    model.clear();
    box.requestFocus();
  }

  boolean isEmpty() {
    return box.getLength() == 0 && model.readingProperty().get().isEmpty();
  }

  @Override
  public void requestFocus() {
    stack.getChildren().getFirst().requestFocus();
  }

  private void edit() {
    getChildren().remove(bar);
    stack.getChildren().setAll(box);
    box.requestFocus();
  }

  private void show(Optional<Reading> reading) {
    if (reading.isEmpty()) {
      return;
    }
    var document = reading.get().document();
    lines.show(document);
    boolean isInBox =
        document.names().equals(List.of(DocumentReader.PASTED)) && box.getLength() > 0;
    if (!isInBox) {
      isSilent = true;
      box.clear();
      isSilent = false;
      showLines();
    }
  }

  private void mark(SortedSet<Integer> marked) {
    if (!marked.isEmpty()) {
      showLines();
    }
    lines.mark(marked);
  }

  private void showLines() {
    if (!getChildren().contains(bar)) {
      getChildren().addFirst(bar);
    }
    stack.getChildren().setAll(lines);
  }

  private void acceptFiles(Consumer<List<Path>> open) {
    setOnDragOver(drag -> {
      if (drag.getDragboard().hasFiles()) {
        drag.acceptTransferModes(TransferMode.COPY);
        drag.consume();
      }
    });
    setOnDragDropped(drag -> {
      boolean hasFiles = drag.getDragboard().hasFiles();
      if (hasFiles) {
        open.accept(drag.getDragboard().getFiles().stream().map(File::toPath).sorted().toList());
      }
      drag.setDropCompleted(hasFiles);
      drag.consume();
    });
  }
}
