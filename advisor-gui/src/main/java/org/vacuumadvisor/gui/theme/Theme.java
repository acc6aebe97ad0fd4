package org.vacuumadvisor.gui.theme;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// What somebody wants the window to look like.
public enum Theme {
  /// As the rest of the desktop, and when that changes, with it.
  SYSTEM,
  LIGHT,
  DARK;

  /// What [#word] gave.
  public static Optional<Theme> of(String word) {
    return Stream.of(values()).filter(each -> each.word().equals(word)).findFirst();
  }

  /// For people and files: `system`.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The one that comes after it, and after the last the first.
  public Theme next() {
    return switch (this) {
      case SYSTEM -> LIGHT;
      case LIGHT -> DARK;
      case DARK -> SYSTEM;
    };
  }
}
