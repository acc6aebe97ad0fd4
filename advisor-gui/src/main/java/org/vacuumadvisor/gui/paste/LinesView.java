package org.vacuumadvisor.gui.paste;

import java.util.List;
import javafx.collections.ObservableListBase;
import javafx.css.PseudoClass;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.layout.HBox;
import javafx.scene.text.Font;
import org.vacuumadvisor.report.TerminalText;

/// The lines of a document with their numbers, of which some light up. Only those in sight are
/// held, however long the document is.
final class LinesView extends ListView<Integer> {
  private static final PseudoClass MARKED = PseudoClass.getPseudoClass("marked");
  private static final PseudoClass PROVING = PseudoClass.getPseudoClass("proving");
  private static final int ABOVE = 3;
  private static final double HEIGHT = 19;

  private Document document = new Document(List.of(), List.of());
  private Marks marks = Marks.NONE;

  LinesView() {
    getStyleClass().addAll("lines", "code");
    setAccessibleText("Lines that were read");
    setFixedCellSize(Math.rint(HEIGHT * Math.max(1, Font.getDefault().getSize() / 13)));
    setCellFactory(_ -> new LineCell());
    heightProperty().subscribe(_ -> toProof());
  }

  /// Shows another document from its beginning.
  void show(Document document) {
    marks = Marks.NONE;
    this.document = document;
    setItems(new Numbers(document.lines()));
    scrollTo(0);
  }

  /// Lights up lines, and brings the first that proves something into sight, with the beginning of
  /// its message if that is near.
  void mark(Marks next) {
    marks = next;
    refresh();
    if (!next.proof().isEmpty()) {
      getSelectionModel().clearAndSelect(next.proof().getFirst());
      toProof();
    }
  }

  /// Also when the height changes: a long list moves under its window then.
  private void toProof() {
    if (!marks.proof().isEmpty()) {
      scrollTo(Math.max(0, marks.proof().getFirst() - ABOVE));
    }
  }

  /// The numbers from 0, without holding them.
  private static final class Numbers extends ObservableListBase<Integer> {
    private final int size;

    Numbers(int size) {
      this.size = size;
    }

    @Override
    public Integer get(int index) {
      return index;
    }

    @Override
    public int size() {
      return size;
    }
  }

  private final class LineCell extends ListCell<Integer> {
    private final Label number = new Label();
    private final Label text = new Label();
    private final HBox box = new HBox(number, text);

    LineCell() {
      number.getStyleClass().add("line-number");
      text.getStyleClass().add("line-text");
      text.setMinWidth(USE_PREF_SIZE);
    }

    @Override
    protected void updateItem(Integer line, boolean isEmpty) {
      super.updateItem(line, isEmpty);
      boolean isShown = !isEmpty && line != null && line < document.lines();
      pseudoClassStateChanged(MARKED, isShown && marks.around().contains(line));
      pseudoClassStateChanged(PROVING, isShown && marks.proof().contains(line));
      if (!isShown) {
        setGraphic(null);
        return;
      }
      number.setText(Integer.toString(document.numberInPart(line)));
      text.setText(TerminalText.escaped(document.line(line).replace("\t", "    ")));
      setGraphic(box);
    }
  }
}
