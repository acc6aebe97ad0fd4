package org.vacuumadvisor.gui.part;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TitledPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Region;
import javafx.util.Duration;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.report.TerminalText;

/// Words on the window. What they say may hold names from a server: what cannot be seen or turns
/// text around is shown as an escape.
public final class Texts {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());
  private static final Duration SOON = Duration.millis(350);
  private static final Duration LONG = Duration.seconds(30);

  /// The blank between a number and its unit, where no line is to end.
  private static final Pattern BEFORE_UNIT =
      Pattern.compile("(?<=\\d) (?=(?:%|bytes|[kMGTP]B(?:/s)?|ms|s|min|h|days?)(?!\\w))");

  /// Names that may be wider than a column; few settings are called so long.
  private static final Pattern LONG_NAME = Pattern.compile("[\\w.\"$-]{30,}");

  private static final Pattern FIGURE = Pattern.compile("\\d[\\d.,]*");
  private static final Pattern WITHIN_NAME = Pattern.compile("(?<=[._-])(?=\\w)");

  private Texts() {}

  /// One line; it is cut with an ellipsis where there is no room, and then says the rest when
  /// pointed at.
  public static Label line(String text, String... styles) {
    var label = new Label(shown(text));
    label.getStyleClass().addAll(styles);
    label.setMinWidth(0);
    label.widthProperty().subscribe(() -> sayTheRest(label));
    label.textProperty().subscribe(() -> sayTheRest(label));
    return label;
  }

  /// One line that is never cut.
  public static Label whole(String text, String... styles) {
    var label = line(text, styles);
    label.setMinWidth(Region.USE_PREF_SIZE);
    return label;
  }

  private static void sayTheRest(Label label) {
    boolean isCut = label.getWidth() > 0 && label.prefWidth(-1) > label.getWidth() + 1;
    label.setTooltip(isCut ? tip(label.getText()) : null);
  }

  /// A text that takes as many lines as it needs.
  public static Label wrapped(String text, String... styles) {
    var label = new Label(inLines(shown(text)));
    label.getStyleClass().addAll(styles);
    label.setWrapText(true);
    label.setMinHeight(Region.USE_PREF_SIZE);
    label.setMaxWidth(Double.MAX_VALUE);
    return label;
  }

  /// A text to be set in lines: every number stands on one line with its unit, and a long name may
  /// go on in the next line behind a dot or an underscore, not in the middle of a word.
  public static String inLines(String text) {
    return LONG_NAME
        .matcher(BEFORE_UNIT.matcher(text).replaceAll("\u00a0"))
        .replaceAll(name ->
            Matcher.quoteReplacement(WITHIN_NAME.matcher(name.group()).replaceAll("\u200a")));
  }

  /// A text as the window says it.
  public static String shown(String text) {
    return TerminalText.escaped(text);
  }

  /// A text that comes with the program.
  ///
  /// @param beside a class of its folder
  public static String resource(Class<?> beside, String name) {
    try (var stream = Objects.requireNonNull(beside.getResourceAsStream(name), name)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /// When something was, by the clock on the wall.
  public static String time(Instant instant) {
    return TIME.format(instant);
  }

  /// What is said when something is pointed at.
  public static Tooltip tip(String text) {
    var tip = new Tooltip(shown(text));
    tip.setWrapText(true);
    tip.setMaxWidth(460);
    tip.setShowDelay(SOON);
    tip.setShowDuration(LONG);
    return tip;
  }

  /// Explains a node in a sentence, to those who point at it and to a screen reader.
  public static <N extends Node> N explained(N node, String sentence) {
    Tooltip.install(node, tip(sentence));
    node.setAccessibleHelp(shown(sentence));
    return node;
  }

  /// A node that is shown when somebody unfolds its title.
  public static TitledPane folded(String title, Node content) {
    return folded(title, () -> content);
  }

  /// The same, made when it is unfolded first.
  public static TitledPane folded(String title, Supplier<Node> content) {
    var pane = new TitledPane();
    pane.setText(shown(title));
    pane.setId(FIGURE.matcher(title).replaceAll(""));
    pane.setMnemonicParsing(false);
    pane.setExpanded(false);
    pane.setAnimated(false);
    pane.setWrapText(true);
    pane.setMinWidth(0);
    pane.getStyleClass().addAll("dense", "small");
    pane.expandedProperty()
        .subscribe(isOpen -> {
          if (isOpen && pane.getContent() == null) {
            pane.setContent(content.get());
          }
        });
    return pane;
  }

  /// Changes what a node holds; what was unfolded in it is so again.
  public static void keepUnfolded(Node node, Runnable change) {
    var open = folds(node).filter(TitledPane::isExpanded).map(Texts::place).toList();
    change.run();
    folds(node).filter(each -> open.contains(place(each))).forEach(each -> each.setExpanded(true));
  }

  private static Stream<TitledPane> folds(Node node) {
    return node.lookupAll(".titled-pane").stream().map(TitledPane.class::cast);
  }

  /// Its own id and those of the cards it is on.
  private static List<String> place(Node node) {
    return Stream.iterate(node, Objects::nonNull, Node::getParent).map(Node::getId).toList();
  }

  /// A button with a sign and a word.
  public static Button button(Glyph glyph, String text, Runnable action) {
    var button = new Button(text, glyph.node());
    button.setMnemonicParsing(false); // an underscore is part of a name
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.setOnAction(_ -> action.run());
    return button;
  }

  /// A small one that looks like words until it is pointed at.
  public static Button flat(Glyph glyph, String text, Runnable action) {
    var button = button(glyph, text, action);
    button.getStyleClass().addAll("flat", "small");
    return button;
  }
}
