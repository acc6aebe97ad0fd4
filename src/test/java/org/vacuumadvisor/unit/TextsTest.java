package org.vacuumadvisor.unit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.diagnosis.rule.RuleBook;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.postgres.Provider;

class TextsTest {
  private static final Pattern NAMED = Pattern.compile("\"([a-z-]+)\"");
  private static final Texts TEXTS = Texts.beside(TextsTest.class, "texts.txt", "do");

  /// A line that only looks like a part goes on with its sentence.
  @Test
  void joinsLinesUntilTheNextPart() {
    var text = TEXTS.named("two");

    assertEquals("One sentence, note: over two lines.", text.sentences());
    assertEquals(List.of("first this,", "then that"), text.all("do").toList());
  }

  @Test
  void fillsItsPlaces() {
    assertEquals("100 % of 3", TEXTS.sentence("figures", 3));
    assertEquals("5 %", Texts.filled("5 %"));
  }

  @Test
  void failsForWhatIsNotThere() {
    assertThrows(IllegalStateException.class, () -> TEXTS.named("none"));
  }

  /// A block that nothing names would be read by nobody.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "action/permissions.txt",
        "advice/contracts.txt",
        "advice/refusals.txt",
        "diagnosis/deeds.txt",
        "postgres/tuners.txt",
        "source/conninfo/failures.txt"
      })
  void eachIsNamed(String file) {
    var named = namesInCode();
    var unknown =
        Texts.beside(Texts.class, "/org/vacuumadvisor/" + file).byName().keySet().stream()
            .filter(each -> !named.contains(each))
            .collect(Collectors.toSet());

    assertEquals(Set.of(), unknown);
  }

  private static Set<String> namesInCode() {
    try (var files = Files.walk(Path.of("main/java/org/vacuumadvisor"))) {
      var named =
          files
              .filter(each -> each.toString().endsWith(".java"))
              .flatMap(each -> NAMED.matcher(read(each)).results())
              .map(each -> each.group(1))
              .collect(Collectors.toSet());
      assertTrue(named.size() > 500);
      named.addAll(RuleBook.ids());
      for (var kind : Backend.Kind.values()) {
        named.add(kind.name().toLowerCase(Locale.ROOT).replace('_', '-'));
      }
      for (var provider : Provider.values()) {
        named.add(provider.name());
      }
      return named;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
