package org.vacuumadvisor.gui.part;

import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TextArea;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.report.PrintableSql;

/// SQL that can be read, selected and copied, and never is run from here.
public final class ScriptNode {
  private static final int MOST_ROWS = 12;
  private static final int COLUMNS = 60;

  private ScriptNode() {}

  /// A statement with a button that copies it.
  ///
  /// @param name what a screen reader calls it: "Statement of recommendation 1"
  public static Node of(String sql, String name) {
    var shown = PrintableSql.of(sql);
    var text = new TextArea(shown);
    text.setEditable(false);
    text.setWrapText(true);
    text.setPrefColumnCount(COLUMNS);
    text.setPrefRowCount(Math.min(MOST_ROWS, rows(shown)));
    text.setMinHeight(Region.USE_PREF_SIZE);
    text.setAccessibleText(name);
    text.getStyleClass().add("code");
    HBox.setHgrow(text, Priority.ALWAYS);
    var box = new HBox(text, copyButton(shown, name));
    box.getStyleClass().add("script");
    return box;
  }

  /// As long lines will wrap, on a window of the usual width.
  private static int rows(String sql) {
    return sql.lines().mapToInt(line -> 1 + line.length() / 90).sum();
  }

  private static Button copyButton(String sql, String name) {
    var button = Texts.button(Glyph.COPY, "Copy", () -> copy(sql));
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
