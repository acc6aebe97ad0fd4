package org.vacuumadvisor.gui.part;

import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TextArea;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.text.Text;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.report.PrintableSql;
import org.vacuumadvisor.report.TerminalText;

/// Code that can be read, selected and copied, and never is run from here. It is broken into lines
/// where there is a space, never within a name.
public final class ScriptNode {
  private static final int MOST_ROWS = 12;
  private static final int COLUMNS = 60;
  private static final int LEAST_COLUMNS = 24;

  /// What a text area takes beside its text.
  private static final double EDGES = 24;

  private ScriptNode() {}

  /// A statement with a button that copies it.
  ///
  /// @param name what a screen reader calls it: "Statement of recommendation 1"
  public static Node of(String sql, String name) {
    return of(sql, name, MOST_ROWS);
  }

  /// The same with so many lines in sight at most; the others are scrolled to.
  public static Node of(String sql, String name, int mostRows) {
    var shown = AppliedSql.of(PrintableSql.of(sql));
    return code(shown, shown, "", name, mostRows);
  }

  /// A command for a shell: shown so that nothing in it commands the window, copied as it is.
  public static Node ofCommand(String line, String name) {
    return code(TerminalText.escaped(line), line, " \\", name, MOST_ROWS);
  }

  private static Node code(String shown, String copied, String end, String name, int mostRows) {
    var text = new TextArea(shown);
    text.setEditable(false);
    text.setPrefColumnCount(COLUMNS);
    text.setPrefRowCount(rows(shown, mostRows));
    text.setMinHeight(Region.USE_PREF_SIZE);
    text.setAccessibleText(name);
    text.getStyleClass().add("code");
    text.widthProperty().subscribe(_ -> wrap(text, shown, end, mostRows));
    text.fontProperty().subscribe(_ -> wrap(text, shown, end, mostRows));
    HBox.setHgrow(text, Priority.ALWAYS);
    var box = new HBox(text, copyButton(copied, name));
    box.getStyleClass().add("script");
    return box;
  }

  private static void wrap(TextArea text, String shown, String end, int mostRows) {
    if (text.getWidth() <= 0) {
      return;
    }
    var sample = new Text("0".repeat(COLUMNS));
    sample.setFont(text.getFont());
    double letter = sample.getLayoutBounds().getWidth() / COLUMNS;
    int columns = (int) Math.floor((text.getWidth() - EDGES) / letter);
    var wrapped = WrappedCode.of(shown, Math.max(LEAST_COLUMNS, columns), end);
    if (!wrapped.equals(text.getText())) {
      text.setText(wrapped);
      text.setPrefRowCount(rows(wrapped, mostRows));
    }
  }

  private static int rows(String text, int mostRows) {
    return (int) Math.min(mostRows, text.lines().count());
  }

  private static Button copyButton(String copied, String name) {
    var button = Texts.button(Glyph.COPY, "Copy", () -> copy(copied));
    button.getStyleClass().addAll("flat", "small");
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
