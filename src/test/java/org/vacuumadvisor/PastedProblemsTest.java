package org.vacuumadvisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.source.paste.Paste;

/// Problems that people posted, told anew with other names and numbers, and what experts answered:
/// the leading finding, what must be asked for, what must not be recommended.
class PastedProblemsTest {
  private static final String RULER = "\n----\n";
  private static final Map<Problem, Assessment> ASSESSED = new ConcurrentHashMap<>();

  /// A case.
  ///
  /// @param expected ids of findings, any of which may lead
  /// @param told parts of its headline
  record Problem(
      String name,
      List<String> expected,
      List<String> told,
      List<String> asked,
      List<String> never,
      String text) {
    static Problem of(Path file) {
      try {
        var content = Files.readString(file);
        int ruler = content.indexOf(RULER);
        var head = content.substring(0, ruler).lines().toList();
        return new Problem(
            String.valueOf(file.getFileName()).replace(".txt", ""),
            values(head, "expect: ", " "),
            values(head, "tells: ", "\n"),
            values(head, "asks: ", "\n"),
            values(head, "never: ", ", "),
            content.substring(ruler + RULER.length()));
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }

    private static List<String> values(List<String> head, String key, String separator) {
      return head.stream()
          .filter(line -> line.startsWith(key))
          .flatMap(line -> Arrays.stream(line.substring(key.length()).split(separator, -1)))
          .toList();
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static List<Problem> problems() throws IOException, URISyntaxException {
    var folder = Objects.requireNonNull(PastedProblemsTest.class.getResource("/problems"));
    try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
      return files.sorted().map(Problem::of).toList();
    }
  }

  @ParameterizedTest
  @MethodSource("problems")
  void leadsWithTheExpertsDiagnosis(Problem problem) throws Exception {
    var leading = assessed(problem).findings().getFirst();

    assertTrue(problem.expected().contains(leading.id()), leading.id() + ": " + leading.headline());
    problem
        .told()
        .forEach(each -> assertTrue(leading.headline().contains(each), leading.headline()));
  }

  static Stream<Problem> asking() throws IOException, URISyntaxException {
    return problems().stream().filter(each -> !each.asked().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("asking")
  void asksForWhatWouldSettleIt(Problem problem) throws Exception {
    var asked =
        assessed(problem).recommendations().stream()
            .flatMap(each ->
                each.remedy() instanceof Remedy.Ask ask
                    ? Stream.of(ask.question().ask())
                    : Stream.of())
            .toList();

    for (var each : problem.asked()) {
      assertTrue(asked.stream().anyMatch(ask -> ask.contains(each)), each + " not in " + asked);
    }
  }

  static Stream<Problem> warned() throws IOException, URISyntaxException {
    return problems().stream().filter(each -> !each.never().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("warned")
  void recommendsNothingThatIsWrongHere(Problem problem) throws Exception {
    for (var recommended : assessed(problem).recommendations()) {
      if (!(recommended.remedy() instanceof Remedy.Ask)) {
        for (var wrong : problem.never()) {
          var told =
              String.join(
                  "\n",
                  recommended.title(),
                  recommended.sql().orElse(""),
                  recommended.how().orElse(""),
                  recommended.remedy().toString());
          assertFalse(told.contains(wrong), wrong + " in " + recommended.title());
        }
      }
    }
  }

  /// Where nobody told a name, the placeholder of statements is none.
  @ParameterizedTest
  @MethodSource("problems")
  void callsNothingByAPlaceholder(Problem problem) throws Exception {
    for (var finding : assessed(problem).findings()) {
      assertFalse(finding.headline().contains("your_"), finding.headline());
    }
  }

  @ParameterizedTest
  @MethodSource("problems")
  void readsEveryTable(Problem problem) throws Exception {
    var excerpt = assessed(problem).evidence().survey().coverage().excerpt();

    excerpt.ifPresent(each -> assertEquals(each.tablesFound(), each.tablesRead()));
  }

  private static Assessment assessed(Problem problem) throws Exception {
    var known = ASSESSED.get(problem);
    if (known == null) {
      known = Advisor.assess(List.of(new Paste.Text(problem.name(), problem.text())));
      ASSESSED.put(problem, known);
    }
    return known;
  }
}
