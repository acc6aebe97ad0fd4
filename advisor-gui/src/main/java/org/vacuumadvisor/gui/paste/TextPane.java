package org.vacuumadvisor.gui.paste;

import java.util.List;
import java.util.Optional;
import javafx.animation.PauseTransition;
import javafx.scene.TraversalDirection;
import javafx.scene.control.Button;
import javafx.scene.control.TextArea;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Dialogs;
import org.vacuumadvisor.gui.theme.Glyph;

/// The text: a box to paste into and write in, or its lines with those that prove something lit up.
/// What is too long for a box only has lines.
final class TextPane extends VBox {
  /// A text area lays out all it holds; beyond this it begins to lag.
  private static final int MOST_IN_BOX = 200_000;

  private static final Duration PAUSE = Duration.millis(250);
  private static final String PROMPT =
      """
      Paste here (Ctrl+V), in any mix:

        · output of VACUUM VERBOSE, of 9.6 and later
        · lines of a server log, in any format
        · tables from psql, such as pg_stat_user_tables,
          pg_stat_activity and pg_settings

      Or drop files here, compressed or not.

      Ctrl+E shows an example, Ctrl+O opens files,
      Ctrl+2 connects to a server.\
      """;

  private final PasteModel model;
  private final Box box = new Box();
  private final LinesView lines = new LinesView();
  private final StackPane stack = new StackPane(box);
  private final Button edit = Texts.button(Glyph.BACK, "Back to the text box", this::edit);
  private final HBox bar = new HBox(10, edit);
  private final PauseTransition pause = new PauseTransition(PAUSE);
  private boolean isSilent;

  /// Whether the text was last changed by writing: who writes keeps the box.
  private boolean isWritten;

  TextPane(PasteModel model) {
    this.model = model;
    box.setPromptText(PROMPT);
    box.getStyleClass().add("code");
    box.setAccessibleText("Text to read");
    box.textProperty().subscribe((_, _) -> changed());
    box.addEventFilter(KeyEvent.KEY_PRESSED, this::leave);
    edit.getStyleClass().addAll("flat", "small");
    pause.setOnFinished(_ -> model.read(box.getText()));
    setVgrow(stack, Priority.ALWAYS);
    getChildren().add(stack);
    model.readingProperty().subscribe(this::show);
    model.markedProperty().subscribe(this::mark);
    model
        .troubleProperty()
        .subscribe(_ -> {
          if (model.hasFailedOnFiles()) {
            empty();
          }
        });
    Dialogs.acceptFiles(this, model::open);
  }

  /// A box that hands on what is too long for it. What was pasted gives way to what is pasted next;
  /// what somebody wrote stays.
  private final class Box extends TextArea {
    @Override
    public void paste() {
      var text = Clipboard.getSystemClipboard().getString();
      if (text != null && (!isWritten || text.length() > MOST_IN_BOX)) {
        put(text);
      } else {
        super.paste();
        isWritten = false;
      }
    }
  }

  /// Evidence has no use for tabs that somebody types, and the keyboard has to get out of the box.
  private void leave(KeyEvent key) {
    boolean isPlain = !key.isControlDown() && !key.isAltDown() && !key.isMetaDown();
    if (key.getCode() == KeyCode.TAB && isPlain) {
      key.consume();
      box.requestFocusTraversal(
          key.isShiftDown() ? TraversalDirection.PREVIOUS : TraversalDirection.NEXT);
    }
  }

  private void changed() {
    if (!isSilent) {
      isWritten = true;
      pause.playFromStart();
    }
  }

  /// Puts what the clipboard holds in place of everything that is there: text, or files.
  void paste() {
    var clipboard = Clipboard.getSystemClipboard();
    if (clipboard.hasFiles()) {
      model.open(Dialogs.paths(clipboard.getFiles()));
    } else if (clipboard.getString() != null) {
      put(clipboard.getString());
    }
  }

  /// Puts the text of the clipboard below what is there, as when a question is answered.
  void pasteBelow() {
    var text = Clipboard.getSystemClipboard().getString();
    if (text != null) {
      put(box.getLength() == 0 ? text : box.getText().stripTrailing() + "\n\n" + text);
    }
  }

  /// Puts a text in the box, and reads it at once; undo takes it away.
  void put(String text) {
    edit();
    isSilent = true;
    boolean isTold = text.length() <= MOST_IN_BOX && !text.isBlank();
    box.replaceText(0, box.getLength(), isTold ? text : "");
    box.positionCaret(0);
    isSilent = false;
    isWritten = false;
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

  @Override
  public void requestFocus() {
    stack.getChildren().getFirst().requestFocus();
  }

  /// Whether the lines are shown in place of the box.
  boolean hasLines() {
    return stack.getChildren().contains(lines);
  }

  /// Goes back from the lines to the box.
  void edit() {
    getChildren().remove(bar);
    stack.getChildren().setAll(box);
    box.requestFocus();
  }

  private void show(Optional<Reading> reading) {
    if (reading.isEmpty()) {
      lines.show(new Document(List.of(), List.of()));
      if (hasLines()) {
        edit();
      }
      return;
    }
    var document = reading.get().document();
    lines.show(document);
    boolean isInBox =
        document.names().equals(List.of(DocumentReader.PASTED)) && box.getLength() > 0;
    if (!isInBox) {
      empty();
      showLines();
    }
  }

  private void empty() {
    pause.stop();
    isSilent = true;
    box.clear();
    isSilent = false;
  }

  private void mark(Marks marks) {
    if (!marks.isEmpty() && (marks.isAsked() || !isWritten)) {
      showLines();
    }
    lines.mark(marks);
  }

  private void showLines() {
    if (!getChildren().contains(bar)) {
      getChildren().addFirst(bar);
    }
    stack.getChildren().setAll(lines);
  }
}
