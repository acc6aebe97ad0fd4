package org.vacuumadvisor.gui.paste;

import java.util.List;
import java.util.stream.Collectors;
import javafx.collections.ObservableListBase;
import javafx.css.PseudoClass;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.SelectionMode;
import javafx.scene.input.KeyCombination;
import javafx.scene.layout.HBox;
import javafx.scene.text.Font;
import org.vacuumadvisor.gui.part.ScriptNode;
import org.vacuumadvisor.report.TerminalText;

/// The lines of a document with their numbers, of which some light up. Only those in sight are
/// held, however long the document is. In a document of few lines long ones go on below, so that
/// what proves something is in sight even where a record is one line, as in JSON and CSV.
final class LinesView extends ListView<Integer> {
  private static final PseudoClass MARKED = PseudoClass.getPseudoClass("marked");
  private static final PseudoClass PROVING = PseudoClass.getPseudoClass("proving");
  private static final KeyCombination COPY = KeyCombination.valueOf("Shortcut+C");
  private static final double HEIGHT = 19;

  /// The heights of more lines are not worth measuring: all are one line high.
  private static final int MOST_WRAPPED = 5_000;

  /// The bar that scrolls and the edge of a cell.
  private static final double BESIDE = 34;

  private Document document = new Document(List.of(), List.of());
  private Marks marks = Marks.NONE;
  private boolean isWrapping;

  LinesView() {
    getStyleClass().addAll("lines", "code");
    setAccessibleText("Lines that were read");
    setCellFactory(_ -> new LineCell());
    getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
    setOnKeyPressed(key -> {
      if (COPY.match(key)) {
        ScriptNode.copy(selected());
        key.consume();
      }
    });
    heightProperty().subscribe(_ -> toProof());
    widthProperty()
        .subscribe(_ -> {
          if (isWrapping) {
            refresh();
          }
        });
  }

  /// The lines that somebody chose, as they were read.
  String selected() {
    return getSelectionModel().getSelectedIndices().stream()
        .map(document::line)
        .collect(Collectors.joining("\n"));
  }

  /// Shows another document from its beginning.
  void show(Document document) {
    marks = Marks.NONE;
    this.document = document;
    isWrapping = document.lines() <= MOST_WRAPPED;
    setFixedCellSize(
        isWrapping
            ? USE_COMPUTED_SIZE
            : Math.rint(HEIGHT * Math.max(1, Font.getDefault().getSize() / 13)));
    setItems(new Numbers(document.lines()));
    refresh();
    scrollTo(0);
  }

  /// What psql laid out in columns stays so.
  private static boolean isOfTable(String line) {
    return line.contains("-+-") || (line.contains(" | ") && !line.startsWith("{"));
  }

  /// Lights up lines, and brings the one that leads into the middle of the view.
  void mark(Marks next) {
    marks = next;
    refresh();
    next.lead().ifPresent(getSelectionModel()::clearAndSelect);
    toProof();
  }

  /// Also when the height changes: a long list moves under its window then.
  private void toProof() {
    int above = (int) (getHeight() / HEIGHT / (isWrapping ? 6 : 3));
    marks.lead().ifPresent(line -> scrollTo(Math.max(0, line - above)));
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
    }

    /// A label asks its graphic for a height without telling it a width.
    @Override
    protected double computePrefHeight(double width) {
      if (!text.isWrapText()) {
        return snappedTopInset() + text.prefHeight(-1) + snappedBottomInset();
      }
      double inner =
          width < 0 ? box.getPrefWidth() : width - snappedLeftInset() - snappedRightInset();
      return snappedTopInset() + box.prefHeight(inner) + snappedBottomInset();
    }

    /// As wide as the list if it goes on below, otherwise as wide as it is long.
    private void wrap(boolean isWrapped) {
      text.setWrapText(isWrapped);
      text.setMinWidth(isWrapped ? 0 : USE_PREF_SIZE);
      if (isWrapped) {
        box.prefWidthProperty().bind(LinesView.this.widthProperty().subtract(BESIDE));
      } else {
        box.prefWidthProperty().unbind();
        box.setPrefWidth(USE_COMPUTED_SIZE);
      }
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
      wrap(isWrapping && !isOfTable(document.line(line)));
      number.setText(Integer.toString(document.numberInPart(line)));
      text.setText(TerminalText.escaped(document.line(line).replace("\t", "    ")));
      setGraphic(box);
    }
  }
}
