package org.vacuumadvisor.gui.theme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javafx.scene.paint.Color;
import org.junit.jupiter.api.Test;

/// Letters stand out from what they stand on by 4.5 to 1, bars and lines by 3 to 1: WCAG 2.2,
/// success criteria 1.4.3 and 1.4.11.
class ContrastTest {
  private static final double LETTERS = 4.5;
  private static final double SHAPES = 3;
  private static final Pattern THEME = Pattern.compile("\\.root(?::dark)? \\{([^}]*)}");
  private static final Pattern COLOUR = Pattern.compile("-va-([\\w-]+): (#\\w+);");

  @Test
  void lettersAreReadInBothThemes() throws Exception {
    assertEquals(
        List.of(),
        tooFaint(
            List.of("critical", "warning", "advice", "info", "fine"),
            List.of("page", "card", "code", "mark"),
            LETTERS));
  }

  @Test
  void barsAndLinesAreSeenInBothThemes() throws Exception {
    assertEquals(
        List.of(),
        tooFaint(
            List.of("s0", "s1", "s2", "s3", "s4", "s5", "limit"), List.of("page", "card"), SHAPES));
  }

  private static List<String> tooFaint(List<String> above, List<String> below, double least)
      throws IOException {
    return themes().stream()
        .flatMap(theme ->
            above.stream()
                .flatMap(one ->
                    below.stream()
                        .filter(other -> contrast(theme, one, other) < least)
                        .map(other ->
                            "%s on %s: %.2f".formatted(one, other, contrast(theme, one, other)))))
        .toList();
  }

  private static List<Map<String, Color>> themes() throws IOException {
    try (var stream =
        Objects.requireNonNull(ContrastTest.class.getResourceAsStream("window.css"))) {
      var sheet = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      var themes = THEME.matcher(sheet).results().map(found -> colours(found.group(1))).toList();
      assertEquals(2, themes.size());
      return themes;
    }
  }

  private static Map<String, Color> colours(String theme) {
    var colours = new HashMap<String, Color>();
    COLOUR
        .matcher(theme)
        .results()
        .forEach(found -> colours.put(found.group(1), Color.web(found.group(2))));
    return colours;
  }

  private static double contrast(Map<String, Color> theme, String one, String other) {
    var lights =
        Stream.of(one, other)
            .mapToDouble(each -> luminance(Objects.requireNonNull(theme.get(each))) + 0.05)
            .sorted()
            .toArray();
    return lights[1] / lights[0];
  }

  private static double luminance(Color colour) {
    return 0.2126 * linear(colour.getRed())
        + 0.7152 * linear(colour.getGreen())
        + 0.0722 * linear(colour.getBlue());
  }

  private static double linear(double part) {
    return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
  }
}
