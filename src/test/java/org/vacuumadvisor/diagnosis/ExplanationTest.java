package org.vacuumadvisor.diagnosis;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.RuleBook;
import org.vacuumadvisor.unit.Resource;

/// A block that no rule names would be read by nobody.
class ExplanationTest {
  private static final Pattern NAMED = Pattern.compile("\"([a-z-]+)\"");

  private static final List<String> NAMES =
      Stream.of(Resource.text(FindingBuilder.class, "explanations.txt").split("\n\n", -1))
          .skip(1)
          .map(each -> each.split("\n", 2)[0])
          .toList();

  @Test
  void eachIsOfAFindingThatThereIs() {
    assertTrue(
        NAMES.stream().allMatch(each -> RuleBook.ids().contains(each.split(" ", 2)[0])),
        NAMES.toString());
  }

  @Test
  void rulesNameEachCause() throws IOException {
    var causes =
        NAMES.stream()
            .filter(each -> each.contains(" "))
            .map(each -> each.split(" ", 2)[1])
            .collect(Collectors.toSet());
    try (var files = Files.walk(Path.of("main/java/org/vacuumadvisor/diagnosis"))) {
      var named =
          files
              .filter(each -> each.toString().endsWith(".java"))
              .flatMap(each -> NAMED.matcher(read(each)).results())
              .map(each -> each.group(1))
              .collect(Collectors.toSet());
      assertTrue(named.containsAll(causes), causes + " of which are named " + named);
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
