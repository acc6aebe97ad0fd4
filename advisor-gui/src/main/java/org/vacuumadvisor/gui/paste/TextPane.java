package org.vacuumadvisor.gui.paste;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javafx.animation.PauseTransition;
import javafx.css.PseudoClass;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.input.Clipboard;
import javafx.scene.layout.StackPane;
import javafx.util.Duration;
import jfx.incubator.scene.control.richtext.CodeArea;
import jfx.incubator.scene.control.richtext.RichTextArea.Tag;
import jfx.incubator.scene.control.richtext.SideDecorator;
import jfx.incubator.scene.control.richtext.TextPos;
import jfx.incubator.scene.control.richtext.model.BasicTextModel;
import jfx.incubator.scene.control.richtext.model.CodeTextModel;
import jfx.incubator.scene.control.richtext.model.RichParagraph;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.gui.part.ScriptNode;
import org.vacuumadvisor.gui.part.ScriptNode.ByLine;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.paste.Citations.Marks;
import org.vacuumadvisor.gui.paste.Reading.DocumentReader;
import org.vacuumadvisor.gui.screen.Dialogs;

/// The text, to be pasted and written, with the lines lit up that prove something. What is too long
/// to be written in can only be read: of it the lines in sight are held.
final class TextPane extends StackPane {
  /// A text in which somebody writes is read anew at each pause.
  private static final int MOST_WRITTEN = 200_000;

  /// In a document of few lines long ones go on below, so that what proves something is in sight
  /// even where a record is one line, as in JSON and CSV.
  private static final int MOST_WRAPPED = 5_000;

  private static final double LINE_HEIGHT = 18;
  private static final Duration PAUSE = Duration.millis(250);
  private static final PseudoClass MARKED = PseudoClass.getPseudoClass("marked");
  private static final PseudoClass PROVING = PseudoClass.getPseudoClass("proving");
  private static final Document NOTHING = new Document(List.of(), List.of());
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
  private final CodeArea area = ScriptNode.area("Text to read");
  private final CodeTextModel written = new CodeTextModel();
  private final Label prompt = new Label(PROMPT);
  private final PauseTransition pause = new PauseTransition(PAUSE);
  private Document document = NOTHING;
  private Marks marks = Marks.NONE;
  private boolean isSilent;

  /// Whether the text was last changed by writing: then it is not moved under the cursor.
  private boolean isWritten;

  TextPane(PasteModel model) {
    this.model = model;
    prompt.getStyleClass().addAll("prompt", "code");
    prompt.setMouseTransparent(true);
    setAlignment(prompt, Pos.TOP_LEFT);
    area.setModel(written);
    area.getStyleClass().add("text-read");
    area.setContentPadding(new Insets(0, 0, 0, 6));
    area.getInputMap().registerFunction(Tag.PASTE, this::paste);
    area.heightProperty().subscribe(_ -> toProof());
    area.backgroundProperty().subscribe((_, _) -> light());
    written.addListener(change -> {
      if (change.isEdit()) {
        changed();
      }
    });
    pause.setOnFinished(_ -> model.read(area.getText()));
    getChildren().addAll(area, prompt);
    light();
    model.reading.subscribe(this::show);
    model.marked.subscribe(this::mark);
    model.trouble.subscribe(_ -> {
      if (model.hasFailedOnFiles()) {
        write("");
      }
    });
    Dialogs.acceptFiles(this, model::open);
  }

  private void changed() {
    prompt.setVisible(written.size() == 1 && written.getPlainText(0).isEmpty());
    if (!isSilent) {
      isWritten = true;
      pause.playFromStart();
    }
  }

  /// Puts what the clipboard holds in place of everything that is there: text, or files. What
  /// somebody wrote stays.
  void paste() {
    var clipboard = Clipboard.getSystemClipboard();
    var text = copied();
    if (clipboard.hasFiles()) {
      model.open(Dialogs.paths(clipboard.getFiles()));
    } else if (text != null && isWritten && area.isFocused() && text.length() <= MOST_WRITTEN) {
      area.executeDefault(Tag.PASTE);
    } else if (text != null) {
      put(text);
    }
  }

  /// The text of the clipboard; null where there is none, or memory has no room for it.
  private @Nullable String copied() {
    var clipboard = Clipboard.getSystemClipboard();
    var text = clipboard.getString();
    if (text == null && clipboard.hasString()) {
      write("");
      model.fail("The text is too long for a paste. If it is a log, open it as a file.");
    }
    return text;
  }

  /// Puts the text of the clipboard below what is there, as when a question is answered.
  void pasteBelow() {
    var text = copied();
    if (text != null) {
      put(prompt.isVisible() ? text : area.getText().stripTrailing() + "\n\n" + text);
    }
  }

  /// Puts a text in place of what is there, and reads it at once; undo takes it away.
  void put(String text) {
    boolean isTold = text.length() <= MOST_WRITTEN && !text.isBlank();
    write(isTold ? text : "");
    model.read(text);
  }

  /// Leaves nothing, and forgets what was read.
  void clear() {
    write("");
    model.clear();
    area.requestFocus();
  }

  private void write(String text) {
    pause.stop();
    area.setModel(written);
    isSilent = true;
    area.replaceText(TextPos.ZERO, area.getDocumentEnd(), text);
    isSilent = false;
    isWritten = false;
    area.select(TextPos.ZERO);
    light();
  }

  @Override
  public void requestFocus() {
    area.requestFocus();
  }

  boolean isWritten() {
    return isWritten;
  }

  private void show(Optional<Reading> reading) {
    document = reading.map(Reading::document).orElse(NOTHING);
    marks = Marks.NONE;
    boolean isThere =
        document.names().equals(List.of(DocumentReader.PASTED)) && !prompt.isVisible();
    if (reading.isPresent() && !isThere) {
      write("");
      prompt.setVisible(false);
      area.setModel(new CodeTextModel(new Lines(document)));
    }
    area.setWrapText(
        document.lines() <= MOST_WRAPPED
            && IntStream.range(0, document.lines())
                .mapToObj(document::line)
                .noneMatch(TextPane::isOfTable));
    light();
  }

  /// What psql laid out in columns stays so.
  private static boolean isOfTable(String line) {
    return line.contains("-+-") || (line.contains(" | ") && !line.startsWith("{"));
  }

  private void mark(Marks next) {
    marks = next;
    light();
    if (next.isAsked() || !isWritten) {
      toProof();
    }
  }

  /// Both decorate a line once: for other marks, and on another ground, there are to be others.
  private void light() {
    area.setSyntaxDecorator(new Lights());
    area.setLeftDecorator(new Numbers());
  }

  /// Brings the line that leads into the upper third of the view.
  private void toProof() {
    marks
        .lead()
        .filter(line -> line < area.getParagraphCount())
        .ifPresent(line -> {
          int above = (int) (area.getHeight() / LINE_HEIGHT / 3);
          area.select(area.getDocumentEnd());
          area.select(TextPos.ofLeading(Math.max(0, line - above), 0));
          area.select(TextPos.ofLeading(line, 0));
        });
  }

  /// Lights up the lines that prove something.
  private final class Lights implements ByLine {
    @Override
    public RichParagraph createRichParagraph(CodeTextModel shown, int index) {
      var line = shown.getPlainText(index);
      boolean isProof = marks.proof().contains(index);
      var paragraph =
          RichParagraph.builder().addWithStyleNames(line, isProof ? "line-proving" : "line-text");
      if (isProof) {
        paragraph.addHighlight(0, line.length(), "line-light");
      }
      return paragraph.build();
    }
  }

  /// The numbers of lines in their file, with an edge where a line is marked.
  private final class Numbers implements SideDecorator {
    @Override
    public double getPrefWidth(double viewWidth) {
      return 0;
    }

    @Override
    public Node getMeasurementNode(int index) {
      return number("9".repeat(Math.max(4, Integer.toString(document.lines()).length())));
    }

    @Override
    public Node getNode(int index) {
      var number = number(Integer.toString(document.numberInPart(index)));
      number.pseudoClassStateChanged(PROVING, marks.proof().contains(index));
      number.pseudoClassStateChanged(MARKED, marks.around().contains(index));
      return number;
    }

    private static Label number(String text) {
      var number = new Label(text);
      number.getStyleClass().add("line-number");
      number.setMaxSize(Double.MAX_VALUE, Double.MAX_VALUE);
      return number;
    }
  }

  /// The lines of a document, which nobody writes.
  private static final class Lines extends BasicTextModel.InMemoryContent {
    private final Document document;

    Lines(Document document) {
      this.document = document;
    }

    @Override
    public int size() {
      return Math.max(1, document.lines());
    }

    @Override
    public String getText(int index) {
      return Texts.shown(document.line(index).replace("\t", "    "));
    }

    @Override
    public boolean isWritable() {
      return false;
    }
  }
}
