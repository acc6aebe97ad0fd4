package org.vacuumadvisor.cli.output;

import java.io.Console;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.report.render.TextRenderer;

/// What the two standard streams are connected to. The launcher looks, because Java can only tell
/// whether input and output both are a terminal.
///
/// @param output whether standard output is a terminal
/// @param error whether standard error is a terminal
/// @param mayColor whether the user allows colour at all
/// @param columns the width of standard output, at least 20; 80 where it is not known
/// @param mustColor whether the user wants colour even where there is no terminal
public record Terminal(
    boolean output, boolean error, boolean mayColor, int columns, boolean mustColor) {
  private static final int USUAL_COLUMNS = 80;
  private static final int FEWEST_COLUMNS = 20;
  static final String OUTPUT_PROPERTY = "vacuumadvisor.terminal.output";
  static final String ERROR_PROPERTY = "vacuumadvisor.terminal.error";
  static final String COLUMNS_PROPERTY = "vacuumadvisor.terminal.columns";

  /// When the user wants colour.
  public enum Color {
    AUTO,
    ALWAYS,
    NEVER;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// A terminal that is coloured as terminals are.
  public Terminal(boolean output, boolean error, boolean mayColor, int columns) {
    this(output, error, mayColor, columns, false);
  }

  /// The terminal of this process.
  public static Terminal ofProcess() {
    return of(System::getProperty, System.getenv());
  }

  /// `NO_COLOR`, if not empty, forbids colour (no-color.org); so does a dumb terminal.
  static Terminal of(Function<String, @Nullable String> property, Map<String, String> environment) {
    return new Terminal(
        isTerminal(property.apply(OUTPUT_PROPERTY)),
        isTerminal(property.apply(ERROR_PROPERTY)),
        environment.getOrDefault("NO_COLOR", "").isEmpty()
            && !environment.getOrDefault("TERM", "").equals("dumb"),
        columns(
            Stream.of(environment.get("COLUMNS"), property.apply(COLUMNS_PROPERTY))
                .flatMap(Stream::ofNullable)));
  }

  /// No terminal at all: what a pipe or a file gets.
  public static Terminal none() {
    return new Terminal(false, false, true, USUAL_COLUMNS);
  }

  /// The same terminal with colour as the user asked for it; that outranks the environment.
  public Terminal with(Color color) {
    return switch (color) {
      case AUTO -> this;
      case ALWAYS -> new Terminal(output, error, true, columns, true);
      case NEVER -> new Terminal(output, error, false, columns, false);
    };
  }

  /// How wide a report is there.
  public int reportColumns() {
    return Math.clamp(columns, TextRenderer.NARROWEST, TextRenderer.WIDEST);
  }

  /// Whether results may be coloured.
  public boolean hasColor() {
    return mayColor && (output || mustColor);
  }

  /// Whether progress may be drawn over itself on standard error.
  public boolean hasProgress() {
    return error;
  }

  private static int columns(Stream<String> told) {
    return told.filter(text -> text.matches("[0-9]{1,5}"))
        .map(Integer::valueOf)
        .filter(columns -> columns >= FEWEST_COLUMNS)
        .findFirst()
        .orElse(USUAL_COLUMNS);
  }

  private static boolean isTerminal(@Nullable String told) {
    return told == null
        ? Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false)
        : told.equals("true");
  }
}
