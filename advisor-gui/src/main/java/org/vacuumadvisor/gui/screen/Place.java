package org.vacuumadvisor.gui.screen;

import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import org.vacuumadvisor.gui.theme.Glyph;

/// The places one can be in the window, in the order of its rail.
public enum Place {
  PASTE("Paste", "Read logs and copied figures", Glyph.PASTE, KeyCode.DIGIT1),
  CONNECT("Connect", "Look at a server", Glyph.CONNECT, KeyCode.DIGIT2),
  TABLES("Tables", "Every table with its figures", Glyph.TABLES, KeyCode.DIGIT3),
  ADVICE("Advice", "What to change, and what not", Glyph.ADVICE, KeyCode.DIGIT4),
  TRY("Try", "What other settings would do", Glyph.TRY, KeyCode.DIGIT5),
  FREEZE("Freeze", "When tables have to be frozen", Glyph.FREEZE, KeyCode.DIGIT6),
  XRAY("X-ray", "What is in the pages of a table", Glyph.XRAY, KeyCode.DIGIT7);

  private final String title;
  private final String purpose;
  private final Glyph glyph;
  private final KeyCode digit;

  Place(String title, String purpose, Glyph glyph, KeyCode digit) {
    this.title = title;
    this.purpose = purpose;
    this.glyph = glyph;
    this.digit = digit;
  }

  /// One word.
  public String title() {
    return title;
  }

  /// What one does there, in a few words.
  public String purpose() {
    return purpose;
  }

  public Glyph glyph() {
    return glyph;
  }

  /// What brings one there.
  public KeyCombination key() {
    return new KeyCodeCombination(digit, KeyCombination.SHORTCUT_DOWN);
  }
}
