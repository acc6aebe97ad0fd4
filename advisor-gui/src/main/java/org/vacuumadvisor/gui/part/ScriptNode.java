package org.vacuumadvisor.gui.part;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.text.Font;
import jfx.incubator.scene.control.input.KeyBinding;
import jfx.incubator.scene.control.richtext.CodeArea;
import jfx.incubator.scene.control.richtext.RichTextArea.Tag;
import jfx.incubator.scene.control.richtext.SyntaxDecorator;
import jfx.incubator.scene.control.richtext.TextPos;
import jfx.incubator.scene.control.richtext.model.CodeTextModel;
import jfx.incubator.scene.control.richtext.model.RichParagraph;
import org.vacuumadvisor.gui.theme.Appearance;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.report.PrintableSql;

/// Code that can be read, selected and copied, and never is run from here: as high as it is long,
/// its lines going on below where they have no room.
public final class ScriptNode {
  private static final int SHORT = 10;

  static {
    announceNothing();
  }

  private ScriptNode() {}

  /// The incubator announces itself on standard error, where people look for our words.
  private static void announceNothing() {
    var error = System.err;
    System.setErr(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    try {
      var _ = new CodeArea();
    } finally {
      System.setErr(error);
    }
  }

  /// The area in which the window shows code of any kind.
  ///
  /// @param name what a screen reader calls it
  public static CodeArea area(String name) {
    var area = new CodeArea();
    area.setFont(Font.font(Appearance.CODE_FONT, Appearance.smallLetters()));
    area.setMinWidth(0);
    area.setAccessibleText(name);
    // Nobody types tabs into evidence, and the keyboard has to get out of the area.
    area.getInputMap().registerKey(KeyBinding.of(KeyCode.TAB), Tag.FOCUS_NEXT);
    area.getInputMap().registerKey(KeyBinding.shift(KeyCode.TAB), Tag.FOCUS_PREVIOUS);
    return area;
  }

  /// Decorates line by line, whatever changes elsewhere.
  public interface ByLine extends SyntaxDecorator {
    @Override
    default void handleChange(
        CodeTextModel model, TextPos start, TextPos end, int top, int added, int bottom) {}
  }

  /// A statement with a button that copies it.
  ///
  /// @param name what a screen reader calls it: "Statement of recommendation 1"
  public static Node of(String sql, String name) {
    var shown = PrintableSql.of(sql);
    var text = area(name);
    text.setSyntaxDecorator(new Colours());
    text.setText(shown);
    text.setEditable(false);
    text.setWrapText(true);
    text.setUseContentHeight(true);
    // It knows how high its lines are once they are laid out.
    text.widthProperty().subscribe(_ -> Platform.runLater(text::requestLayout));
    var box = new HBox(Boxes.wide(text), copyButton(shown, name));
    box.getStyleClass().add("script");
    // The area styles its text once: where the theme changes the ground, it is to do so anew.
    box.backgroundProperty().subscribe((_, _) -> text.setSyntaxDecorator(new Colours()));
    return box;
  }

  /// The same where a long one, which is copied more often than read, is folded.
  public static Node brief(String sql, String name) {
    long lines = sql.lines().count();
    var script = of(sql, name);
    return lines <= SHORT
        ? script
        : Boxes.row(
            0,
            Boxes.wide(Texts.folded("Statement, %,d lines".formatted(lines), script)),
            copyButton(sql, name));
  }

  /// Tells words of SQL, constants and comments apart by style classes, which follow the theme.
  private static final class Colours implements ByLine {
    private static final Pattern TOKEN =
        Pattern.compile(
            "(?<comment>--.*)|(?<constant>'(?:[^']|'')*'|\\b\\d[\\d.]*\\b)|\"[^\"]*\""
                + "|(?<word>\\b[A-Z][A-Z_]+\\b)");

    @Override
    public RichParagraph createRichParagraph(CodeTextModel model, int index) {
      var line = model.getPlainText(index);
      var paragraph = RichParagraph.builder();
      var token = TOKEN.matcher(line);
      int at = 0;
      while (token.find()) {
        var style =
            token.group("comment") != null
                ? "sql-comment"
                : token.group("constant") != null
                    ? "sql-constant"
                    : token.group("word") != null ? "sql-word" : "sql-text";
        paragraph.addWithStyleNames(line.substring(at, token.start()), "sql-text");
        paragraph.addWithStyleNames(token.group(), style);
        at = token.end();
      }
      return paragraph.addWithStyleNames(line.substring(at), "sql-text").build();
    }
  }

  /// A button that copies a text.
  private static Button copyButton(String copied, String name) {
    var button = Texts.flat(Glyph.COPY, "Copy", () -> copy(copied));
    button.setAccessibleText("Copy: " + name);
    return button;
  }

  /// Puts a text on the clipboard.
  public static void copy(String text) {
    var content = new ClipboardContent();
    content.putString(text);
    Clipboard.getSystemClipboard().setContent(content);
  }
}
