package org.vacuumadvisor.gui.theme;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.application.Application;
import javafx.application.ColorScheme;
import javafx.application.Platform;
import javafx.beans.InvalidationListener;
import javafx.beans.WeakInvalidationListener;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.css.PseudoClass;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.text.Font;

/// The look of the window: the theme that somebody chose, or the one of the desktop, and letters as
/// large as the desktop's.
public final class Appearance {
  private static final PseudoClass DARK = PseudoClass.getPseudoClass("dark");
  private static final String SHEET =
      Objects.requireNonNull(Appearance.class.getResource("window.css")).toExternalForm();

  /// The letters of the desktop at its usual setting, in points of JavaFX.
  private static final double USUAL_LETTERS = 13;

  /// The family of what is code.
  public static final String CODE_FONT = "JetBrains Mono";

  /// The window's own fonts, so that it looks alike on every desktop.
  private static final List<String> FONTS =
      List.of(
          "inter/Inter-Regular.otf",
          "inter/Inter-Bold.otf",
          "jetbrains_mono/JetBrainsMono-Regular.ttf",
          "jetbrains_mono/JetBrainsMono-Bold.ttf");

  public final ObjectProperty<Theme> theme = new SimpleObjectProperty<>(Theme.SYSTEM);
  private final BooleanProperty dark = new SimpleBooleanProperty();
  private final InvalidationListener follower = _ -> decide();

  /// Begins to follow the desktop. In the window's thread.
  public Appearance() {
    theme.addListener(follower);
    Platform.getPreferences()
        .colorSchemeProperty()
        .addListener(new WeakInvalidationListener(follower));
    FONTS.forEach(Appearance::load);
    dark.subscribe(Appearance::use);
    decide();
  }

  /// Gives a scene this look, now and whenever it changes.
  public void dress(Scene scene) {
    scene.getStylesheets().add(SHEET);
    dress(scene.getRoot());
  }

  /// The same for the root of a window above, which has the sheets of its owner.
  public void dress(Parent root) {
    double letters = Math.max(USUAL_LETTERS, Font.getDefault().getSize());
    root.setStyle("-fx-font-size: %spx;".formatted(letters));
    dark.subscribe(isDark -> root.pseudoClassStateChanged(DARK, isDark));
  }

  /// The size of code and of what stands beside, in pixels.
  public static double smallLetters() {
    return Math.max(USUAL_LETTERS, Font.getDefault().getSize()) - 1;
  }

  private void decide() {
    dark.set(
        switch (theme.get()) {
          case SYSTEM -> Platform.getPreferences().getColorScheme() == ColorScheme.DARK;
          case LIGHT -> false;
          case DARK -> true;
        });
  }

  private static void load(String font) {
    try (var stream = Appearance.class.getResourceAsStream("/com/formdev/flatlaf/fonts/" + font)) {
      Font.loadFont(stream, USUAL_LETTERS);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static void use(boolean isDark) {
    Application.setUserAgentStylesheet(
        (isDark ? new PrimerDark() : new PrimerLight()).getUserAgentStylesheetBSS());
  }

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
}
