package org.vacuumadvisor.gui.part;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.text.Font;
import jfx.incubator.scene.control.richtext.CodeArea;
import org.vacuumadvisor.gui.theme.Appearance;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.report.PrintableSql;

/// Code that can be read, selected and copied, and never is run from here: as high as it is long,
/// its lines going on below where they have no room.
public final class ScriptNode {
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

  /// A statement with a button that copies it.
  ///
  /// @param name what a screen reader calls it: "Statement of recommendation 1"
  public static Node of(String sql, String name) {
    var shown = AppliedSql.of(PrintableSql.of(sql));
    var text = new CodeArea();
    text.setText(shown);
    text.setFont(Font.font(Appearance.CODE_FONT, Appearance.smallLetters()));
    text.setEditable(false);
    text.setWrapText(true);
    text.setUseContentHeight(true);
    text.setMinWidth(0);
    text.setAccessibleText(name);
    HBox.setHgrow(text, Priority.ALWAYS);
    var box = new HBox(text, copyButton(shown, name));
    box.getStyleClass().add("script");
    return box;
  }

  /// A button that copies a text.
  public static Button copyButton(String copied, String name) {
    var button = Texts.button(Glyph.COPY, "Copy", () -> copy(copied));
    button.getStyleClass().addAll("flat", "small");
    button.setMinWidth(Region.USE_PREF_SIZE);
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
