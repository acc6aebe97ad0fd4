package org.vacuumadvisor.source.log.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TranslationsTest {
  private static final Pattern HOLE = Pattern.compile("\\{(\\d+)([tf]?)}");

  /// A text that several English lines share may stand for each of them; a full stop does not
  /// count.
  @Test
  void everyPhraseSaysTheSameInEnglish() throws IOException {
    var english = catalogue();

    assertTrue(english.size() > 1_500);
    english
        .keySet()
        .forEach(translated -> {
          var bytes = filled(translated).getBytes(StandardCharsets.UTF_8);
          var phrase = Translations.find(bytes, 0, bytes.length);

          assertNotNull(phrase, translated);
          var said = new String(phrase.english(bytes, 0, bytes.length), StandardCharsets.UTF_8);
          assertTrue(
              Stream.of(translated, withoutStop(translated), translated + ".")
                  .flatMap(each -> english.getOrDefault(each, Set.of()).stream())
                  .anyMatch(withoutStop(said)::equals),
              () -> translated + " became " + said);
        });
  }

  @Test
  void takesNoTextForAPhraseThatGoesOn() {
    var bytes = "Tupel: 1 entfernt, 2 verbleiben, 3 sind tot".getBytes(StandardCharsets.UTF_8);

    assertNull(Translations.find(bytes, 0, bytes.length));
    assertEquals(0, Translations.NONE.length);
  }

  /// The texts, filled, with the English lines that they may stand for.
  private static Map<String, Set<String>> catalogue() throws IOException {
    var catalogue = new HashMap<String, Set<String>>();
    try (var stream = Translations.class.getResourceAsStream("translations.txt")) {
      var english = "";
      for (var line : new String(stream.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        if (line.startsWith("= ")) {
          english = line.substring(2);
        } else if (!line.isEmpty() && !line.startsWith("#")) {
          var translated = line.substring(line.indexOf(' ') + 1);
          catalogue
              .computeIfAbsent(filled(translated), _ -> new HashSet<>())
              .add(withoutStop(filled(english)));
        }
      }
    }
    return catalogue;
  }

  private static String withoutStop(String line) {
    return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
  }

  private static String filled(String text) {
    return HOLE.matcher(text)
        .replaceAll(hole ->
            switch (hole.group(2)) {
              case "t" -> "shop.public.t" + hole.group(1);
              case "f" -> hole.group(1) + ".25";
              default -> "10" + hole.group(1);
            });
  }
}
