package org.vacuumadvisor.gui.part;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Reads what the engine can say, and looks for options of the command line in what the window
/// makes of it.
class WindowWordsTest {
  /// The engine, its pages and the archive: all speak in the window.
  private static final List<Path> SOURCES =
      List.of(
          Path.of("..", "src", "main", "java"),
          Path.of("..", "advisor-page", "src", "main", "java"),
          Path.of("..", "advisor-fleet", "src", "main", "java"),
          Path.of("..", "advisor-config", "src", "main", "java"));

  private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");
  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\\n]|\\\\.)*)\"");
  private static final Pattern OPTION =
      Pattern.compile(
          "(?:^|[\\s(])--[a-z][a-z-]+|(?:^|\\s)-[WU]\\b|vacuum-advisor"
              + " (?:advise|survey|page|logs)");

  /// Forms of a terminal or a file, commands of PostgreSQL's own programs, and what only the
  /// command line can be told.
  private static final Set<String> ELSEWHERE =
      Set.of(
          "BriefReport.java",
          "ProblemLines.java",
          "TextRenderer.java",
          "HtmlRenderer.java",
          "ComparisonSection.java",
          "TextXray.java",
          "FigureLines.java",
          "SqlScript.java",
          "FreezeCrontab.java",
          "PsqlText.java",
          "Vacuumdb.java",
          "DatabaseFreeze.java",
          "RefusedVacuums.java",
          "Layer.java",
          "Configuration.java",
          "ScrapeEndpoint.java");

  @Test
  void saysNothingInOptionsOfTheCommandLine() throws IOException {
    var left = new ArrayList<String>();
    for (var source : SOURCES) {
      try (var files = Files.walk(source)) {
        for (var file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
          if (!ELSEWHERE.contains(file.getFileName().toString())) {
            left.addAll(options(file));
          }
        }
      }
    }
    assertEquals(List.of(), left);
  }

  private static List<String> options(Path file) throws IOException {
    var text = JOINED.matcher(Files.readString(file)).replaceAll("");
    return LITERAL
        .matcher(text)
        .results()
        .map(each -> WindowWords.of(each.group(1).replace("\\\"", "\"")))
        .filter(each -> OPTION.matcher(each).find() && !each.contains("docker"))
        .toList();
  }
}
