package org.vacuumadvisor.gui.part;

import java.util.Optional;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.gui.theme.Glyph;

/// How bad something is, by a word, a sign and a colour.
public final class Severities {
  private Severities() {}

  /// A badge. It takes its colour from a parent with [#style].
  public static Label tag(Severity severity) {
    return tag(word(severity), glyph(severity));
  }

  /// The same for a verdict; empty is that nothing is wrong.
  public static Label tag(Optional<Severity> worst) {
    return worst.map(Severities::tag).orElseGet(() -> tag("Fine", Glyph.FINE));
  }

  private static Label tag(String word, Glyph glyph) {
    var tag = new Label(word, glyph.node());
    tag.getStyleClass().add("tag");
    tag.setMinWidth(Region.USE_PREF_SIZE);
    return tag;
  }

  /// The style class of what has this severity.
  public static String style(Severity severity) {
    return switch (severity) {
      case CRITICAL -> "critical";
      case WARNING -> "warning";
      case ADVICE -> "advice";
      case INFO -> "info";
    };
  }

  public static String style(Optional<Severity> worst) {
    return worst.map(Severities::style).orElse("fine");
  }

  public static String word(Severity severity) {
    return switch (severity) {
      case CRITICAL -> "Critical";
      case WARNING -> "Warning";
      case ADVICE -> "Advice";
      case INFO -> "Info";
    };
  }

  public static Glyph glyph(Severity severity) {
    return switch (severity) {
      case CRITICAL -> Glyph.CRITICAL;
      case WARNING -> Glyph.WARNING;
      case ADVICE -> Glyph.LIGHT_BULB;
      case INFO -> Glyph.INFO;
    };
  }
}
