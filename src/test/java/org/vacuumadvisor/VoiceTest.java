package org.vacuumadvisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Every text that people read uses the terms of PostgreSQL's manual, and holds on every surface.
class VoiceTest {
  /// These words were used once, and readers stumbled over them.
  private static final Pattern STRUCK =
      Pattern.compile(
          "\\b(in vain|garbage|corpses?|tolerat(es?|ed)|worth a word|surer with|ours:"
              + "|some(one|body) holds|holds? (back )?the horizon|lets? go\\b"
              + "|sits (idle|open)|waits? to be finished|medicine|dead wood)\\b",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern LITERAL =
      Pattern.compile("\"([^\"\\\\\n]*+(?:\\\\.[^\"\\\\\n]*+)*+)\"");

  /// Options and commands of the command line, which a reader of the window has not.
  private static final Pattern OPTION =
      Pattern.compile(
          "--(verbose|format|sample|since|survey|log|paste|exact\\S*|all-databases|archive|cluster"
              + "|days|most|window|disk|verify|again|listen|report-unknown)\\b"
              + "|vacuum-advisor (advise|logs|survey|page|freeze|simulate|watch|ingest)");

  /// What only the command line shows.
  private static final Set<String> OF_THE_TERMINAL = Set.of("BriefReport.java", "Result.java");

  private static final Set<String> SURFACES = Set.of("advisor-cli", "advisor-gui", "advisor-lab");

  /// The engine stands beside the other modules.
  private static final List<Path> SOURCES =
      Stream.of(
              "src",
              "advisor-report",
              "advisor-freeze",
              "advisor-verify",
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

  /// Texts of findings and recommendations that are no code.
  private static final List<Path> RESOURCES =
      Stream.concat(
              words(
                  "src/main",
                  "action/permissions.txt",
                  "advice/contracts.txt",
                  "advice/refusals.txt",
                  "diagnosis/deeds.txt",
                  "diagnosis/explanations.txt",
                  "diagnosis/messages.txt",
                  "diagnosis/rule/setting/risky-settings.txt",
                  "diagnosis/rule/setting/known-bugs.txt",
                  "postgres/tuners.txt",
                  "source/conninfo/failures.txt",
                  "source/conninfo/hints.txt"),
              words("advisor-report/src/main", "report/assessment/phases.txt"))
          .toList();

  private static Stream<Path> words(String main, String... files) {
    return Stream.of(files)
        .map(file -> Path.of("..", main, "resources", "org", "vacuumadvisor", file));
  }

  @Test
  void noSentenceHasAWordThatWasStruckOut() throws IOException {
    assertEquals(List.of(), texts(STRUCK, _ -> true));
  }

  @Test
  void nothingThatEverySurfaceSaysNamesAnOptionOfOne() throws IOException {
    assertEquals(
        List.of(),
        texts(
            OPTION,
            file ->
                !OF_THE_TERMINAL.contains(file.getFileName().toString())
                    && SURFACES.stream().noneMatch(each -> file.startsWith(Path.of("..", each)))));
  }

  private static List<String> texts(Pattern pattern, Predicate<Path> isRead) throws IOException {
    var found = new ArrayList<String>();
    int read = 0;
    for (var source : SOURCES) {
      try (var files = Files.walk(source)) {
        for (var file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
          if (isRead.test(file)) {
            read++;
            found.addAll(texts(pattern, file));
          }
        }
      }
    }

    assertTrue(read > 500, () -> "too few files: " + SOURCES);
    for (var each : RESOURCES) {
      Files.readString(each)
          .replaceAll("(?<!\n)\n(?!\n)", " ")
          .lines()
          .filter(text -> pattern.matcher(text).find())
          .map(text -> each.getFileName() + ": " + text)
          .forEach(found::add);
    }
    return found;
  }

  private static List<String> texts(Pattern pattern, Path file) throws IOException {
    var code = Files.readString(file).replaceAll("(?m)^\\s*///.*$", "");
    return LITERAL
        .matcher(code.replaceAll("\"\\s*\\+\\s*\"", ""))
        .results()
        .map(each -> each.group(1))
        .filter(text -> pattern.matcher(text).find())
        .map(text -> file.getFileName() + ": " + text)
        .toList();
  }
}
