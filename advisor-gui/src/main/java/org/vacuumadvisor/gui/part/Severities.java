package org.vacuumadvisor.gui.part;

import java.util.Locale;
import java.util.Optional;
import javafx.scene.control.Label;
import org.vacuumadvisor.diagnosis.Names;
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
    var tag = Texts.whole(word, "tag");
    tag.setGraphic(glyph.node());
    return tag;
  }

  /// The style class of what has this severity.
  public static String style(Severity severity) {
    return severity.name().toLowerCase(Locale.ROOT);
  }

  public static String style(Optional<Severity> worst) {
    return worst.map(Severities::style).orElse("fine");
  }

  public static String word(Severity severity) {
    return Names.capital(style(severity));
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
