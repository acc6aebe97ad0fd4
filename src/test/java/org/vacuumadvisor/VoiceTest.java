package org.vacuumadvisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Every text that people read uses the terms of PostgreSQL's manual. These words were used once,
/// and readers stumbled over them.
class VoiceTest {
  private static final Pattern STRUCK =
      Pattern.compile(
          "\\b(in vain|garbage|corpses?|tolerat(es?|ed)|worth a word|surer with|ours:"
              + "|some(one|body) holds|holds? (back )?the horizon|lets? go\\b"
              + "|sits (idle|open)|waits? to be finished|medicine|dead wood)\\b",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern LITERAL =
      Pattern.compile("\"([^\"\\\\\n]*+(?:\\\\.[^\"\\\\\n]*+)*+)\"");

  /// The engine stands beside the other modules.
  private static final List<Path> SOURCES =
      Stream.of(
              "src",
              "advisor-page",
              "advisor-cli",
              "advisor-config",
              "advisor-fleet",
              "advisor-gui",
              "advisor-lab")
          .map(module -> Path.of("..", module, "src", "main", "java"))
          .map(path -> Files.isDirectory(path) ? path : Path.of("main", "java"))
          .distinct()
          .toList();

  @Test
  void noSentenceHasAWordThatWasStruckOut() throws IOException {
    var found = new ArrayList<String>();
    int read = 0;
    for (var source : SOURCES) {
      try (var files = Files.walk(source)) {
        for (var file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
          read++;
          found.addAll(struck(file));
        }
      }
    }

    assertTrue(read > 500, () -> "too few files: " + SOURCES);
    assertEquals(List.of(), found);
  }

  private static List<String> struck(Path file) throws IOException {
    return LITERAL
        .matcher(Files.readString(file).replaceAll("(?m)^\\s*///.*$", ""))
        .results()
        .map(each -> each.group(1))
        .filter(text -> STRUCK.matcher(text).find())
        .map(text -> file.getFileName() + ": " + text)
        .toList();
  }
}
